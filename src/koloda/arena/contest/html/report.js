'use strict';
// Texts from outside are only ever set as text. The drawings of the cards are our own.
const data = JSON.parse(document.getElementById('data').textContent);
const cards = JSON.parse(document.getElementById('cards').textContent);
const page = document.getElementById('page');
const t = (key, values = {}) => data.texts[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
const percent = (rate) => `${Math.round(rate * 100)}%`;
const games = new Map(data.games.map((game) => [game.n, game]));
let timer = 0;

function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}
const row = (kind, cells) => el('tr', {}, ...cells.map((cell) => (cell instanceof Node && /^T[DH]$/.test(cell.tagName) ? cell : el(kind, {}, cell))));
const named = (number, kind = 'td') => el(kind, { class: 'name', title: data.programs[number] }, data.programs[number]);
const show = (...parts) => page.replaceChildren(...parts.filter((part) => part !== null));
const wrap = (...rows) => el('div', { class: 'scroll' }, el('table', {}, ...rows));

function card(code) {
  const node = el('span', { class: 'card', role: 'img', 'aria-label': code === '??' ? t('stock') : code });
  if (cards[code]) node.innerHTML = cards[code];
  else {
    node.classList.add('plain');
    if ('HD'.includes(code[1])) node.classList.add('red');
    node.textContent = code === '??' ? '' : code.replace('T', '10').replace('S', '♠').replace('H', '♥').replace('C', '♣').replace('D', '♦');
  }
  return node;
}

/* the whole contest */

function overview() {
  const parts = [el('h1', {}, t('title')), el('p', { class: 'muted' }, t('facts', { games: data.games.length, seed: data.seed }))];
  if (data.missing) parts.push(el('p', { class: 'loss' }, t('unfinished', { missing: data.missing })));
  parts.push(el('h2', {}, t('standings')));
  const head = ['place', 'program', 'points', 'rate', 'faults', 'clean', 'award'];
  parts.push(wrap(
    row('th', head.map((key) => el('th', key === 'program' ? { class: 'name' } : {}, t(key)))),
    ...data.standings.map((each) => row('td', [
      each.place, named(each.number), String(each.points),
      each.games ? `${percent(each.points / each.games)} (${percent(each.interval[0])}–${percent(each.interval[1])})` : '–',
      String(each.faults), String(each.deals_won_2_0), String(each.award),
    ])),
  ));
  parts.push(el('h2', {}, t('cross')), cross(), el('p', { class: 'muted' }, t('cross_note')));
  const faults = data.games.filter((game) => game.code);
  parts.push(el('h2', {}, t('faults_title')));
  if (!faults.length) parts.push(el('p', {}, t('no_faults')));
  for (const game of faults) {
    parts.push(el('details', {},
      el('summary', {}, `${game.code}: ${data.programs[game.t[(game.seat - 1) % 2]]} – ${t('game', { n: game.n })}`),
      el('pre', {}, game.advice.join('\n')),
      el('p', {}, el('a', { href: `#game-${game.n}` }, t('watch')))));
  }
  parts.push(el('h2', {}, t('all_games')), list(data.games));
  parts.push(el('h2', {}, t('sandbox')), el('p', { class: 'muted' }, data.sandbox));
  if (data.gaps.length) parts.push(el('p', {}, t('gaps')), el('ul', {}, ...data.gaps.map((gap) => el('li', {}, gap))));
  show(...parts);
}

function cross() {
  const order = data.standings.map((each) => each.number);
  const cell = (a, b) => {
    if (a === b) return el('td', { class: 'self' }, '');
    const match = data.matches.find((each) => each.programs.includes(a) && each.programs.includes(b));
    if (!match || !match.games) return el('td', {}, '–');
    const side = match.programs[0] === a ? 0 : 1;
    const [low, high] = side === 0 ? match.interval : [1 - match.interval[1], 1 - match.interval[0]];
    return el('td', {}, el('a', { href: `#match-${Math.min(a, b)}-${Math.max(a, b)}` }, `${match.points[side]} : ${match.points[1 - side]}`),
      el('br'), el('small', { class: 'muted' }, `${percent(low)}–${percent(high)}`));
  };
  return wrap(
    row('th', [el('th', { class: 'name' }, ''), ...order.map((_, place) => String(place + 1))]),
    ...order.map((a, place) => row('td', [el('td', { class: 'name', title: data.programs[a] }, `${place + 1}. ${data.programs[a]}`), ...order.map((b) => cell(a, b))])),
  );
}

function outcome(game) {
  if (game.r === 'void') return t('void');
  if (game.w === null) return t('draw');
  const won = t('won', { name: data.programs[game.t[game.w]] });
  return game.code ? `${won} (${game.code})` : won;
}

function list(found) {
  const most = 400; // a longer list is opened by the cross table
  const items = found.slice(0, most).map((game) => el('li', {}, el('a', { href: `#game-${game.n}` },
    el('b', {}, t('game', { n: game.n })), el('br'), `${data.programs[game.t[0]]} – ${data.programs[game.t[1]]}`, el('br'), el('small', { class: game.code ? 'loss' : 'muted' }, outcome(game)))));
  const all = el('ol', { class: 'games' }, ...items);
  return found.length > most ? el('div', {}, all, el('p', { class: 'muted' }, t('more', { count: found.length - most }))) : all;
}

function match(a, b) {
  const found = data.games.filter((game) => game.t.includes(a) && game.t.includes(b));
  show(el('p', {}, el('a', { href: '#' }, t('back'))), el('h1', {}, `${data.programs[a]} – ${data.programs[b]}`), list(found));
}

/* one game */

/** The position after the first `count` steps. */
function position(steps, count) {
  const now = { hands: [[], [], [], []], table: [], stock: 36, discard: 0, out: [], round: 0, acts: -1, text: '' };
  const lose = (seat, code) => now.hands[seat].splice(now.hands[seat].indexOf(code), 1);
  const sorted = (hand) => hand.sort((x, y) => order(x) - order(y));
  const trump = steps[0][1];
  const order = (code) => (code[1] === trump ? 100 : 'CDHS'.indexOf(code[1]) * 10) + '6789TJQKA'.indexOf(code[0]);
  for (const step of steps.slice(0, count)) {
    const [kind, seat, ...rest] = step;
    now.acts = typeof seat === 'number' ? seat : -1;
    now.text = '';
    const values = { seat: typeof seat === 'number' ? seat + 1 : '', card: '' };
    if (kind === 'trump') { now.text = t('trump', { suit: suitSign(seat) }); continue; }
    if (kind === 'draw') { now.hands[seat].push(...rest[0]); sorted(now.hands[seat]); now.stock -= rest[0].length; values.card = rest[0].map(face).join(' '); }
    if (kind === 'round') { now.round = step[1]; now.acts = step[2]; values.round = step[1]; values.seat = step[2] + 1; values.other = step[3] + 1; }
    if (kind === 'move' || kind === 'add') { lose(seat, rest[1]); now.table.push([rest[1]]); values.other = rest[0] + 1; values.card = face(rest[1]); }
    if (kind === 'beat') { lose(seat, rest[0]); now.table[now.table.length - 1].push(rest[0]); values.card = face(rest[0]); }
    if (kind === 'out') now.out.push(seat);
    if (kind === 'taken') { now.hands[seat].push(...now.table.flat()); sorted(now.hands[seat]); now.table = []; }
    if (kind === 'beaten off') { now.discard += now.table.flat().length; now.table = []; }
    now.text = t(`step_${kind.replace(' ', '_')}`, values);
  }
  return now;
}
const suitSign = (suit) => ({ S: '♠', H: '♥', C: '♣', D: '♦' })[suit];
const face = (code) => `${code[0] === 'T' ? '10' : code[0]}${suitSign(code[1])}`;

function play(number) {
  const game = games.get(number);
  if (!game) return overview();
  const last = game.steps.length;
  let place = Math.min(last, game.steps.findIndex((step) => step[0] === 'round') + 1 || last);
  const felt = el('div', { class: 'felt' });
  const now = el('p', { class: 'now', 'aria-live': 'polite' });
  const slider = el('input', { type: 'range', min: '0', max: String(last), 'aria-label': t('step'), oninput: () => go(Number(slider.value)) });
  const button = (label, key, action) => el('button', { type: 'button', 'aria-label': t(key), title: t(key), onclick: action }, label);
  const run = button('▶', 'play', () => (timer ? stop() : start()));
  const stop = () => { clearInterval(timer); timer = 0; run.textContent = '▶'; };
  const start = () => {
    if (place >= last) place = 0;
    run.textContent = '||';
    timer = setInterval(() => (place < last ? go(place + 1) : stop()), 700);
  };
  const go = (wanted) => {
    place = Math.max(0, Math.min(last, wanted));
    slider.value = String(place);
    const state = position(game.steps, place);
    now.textContent = place === last ? outcome(game) : state.text;
    felt.replaceChildren(
      ...state.hands.map((hand, seat) => el('div', { class: `seat${state.acts === seat ? ' acts' : ''}${state.out.includes(seat) ? ' out' : ''}`, 'data-seat': String(seat) },
        el('b', { title: data.programs[game.t[seat % 2]] }, `${seat + 1}. ${data.programs[game.t[seat % 2]]}`),
        el('span', { class: 'team' }, state.out.includes(seat) ? t('is_out') : t('team', { team: (seat % 2) + 1 })),
        el('div', { class: 'hand' }, ...hand.map(card)))),
      el('div', { class: 'middle' },
        el('div', { class: 'pile' }, ...(state.stock ? [card('??')] : []), `${t('stock')}: ${state.stock}`, el('br'), `${t('discard')}: ${state.discard}`, el('br'), `${t('trump_short')} ${suitSign(game.steps[0] ? game.steps[0][1] : 'S')}`),
        ...state.table.map((pair) => el('div', { class: 'pair' }, ...pair.map(card)))),
    );
  };
  show(
    el('p', {}, el('a', { href: '#' }, t('back'))),
    el('h1', {}, t('game', { n: game.n })),
    el('p', {}, `${data.programs[game.t[0]]} (${t('seats', { seats: '1, 3' })}) – ${data.programs[game.t[1]]} (${t('seats', { seats: '2, 4' })}); ${t('deal', { deal: game.deal })}`),
    last ? el('div', { class: 'controls' }, button('«', 'to_start', () => { stop(); go(0); }), button('‹', 'back_step', () => { stop(); go(place - 1); }), run,
      button('›', 'next_step', () => { stop(); go(place + 1); }), button('»', 'to_end', () => { stop(); go(last); }), slider) : null,
    now, last ? felt : null,
    game.code ? el('details', { open: '' }, el('summary', {}, `${game.code}: ${t('seat', { seat: game.seat })}`), el('pre', {}, game.advice.join('\n'))) : null,
  );
  if (last) go(place);
  else now.textContent = outcome(game);
  document.onkeydown = (event) => {
    if (event.target === slider) return;
    if (event.key === 'ArrowRight') { stop(); go(place + 1); }
    if (event.key === 'ArrowLeft') { stop(); go(place - 1); }
  };
}

function route() {
  clearInterval(timer);
  timer = 0;
  document.onkeydown = null;
  const [, kind, a, b] = /^#(game|match)-(\d+)(?:-(\d+))?$/.exec(location.hash) ?? [];
  if (kind === 'game') play(Number(a));
  else if (kind === 'match' && b !== undefined && data.programs[a] !== undefined && data.programs[b] !== undefined) match(Number(a), Number(b));
  else overview();
  scrollTo(0, 0);
}
addEventListener('hashchange', route);
route();
