'use strict';
// Texts from outside are only ever set as text. The replay is a page of our own in a frame.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const data = read('data');
const packed = read('games');
const facts = data.facts;
const page = document.getElementById('page');
const SVG = 'http://www.w3.org/2000/svg';
const t = (key, values = {}) => data.texts[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
const percent = (rate) => `${Math.round(rate * 100)}%`;
const name = (number) => data.names[number];
let now = 0; // which page is shown: what comes late for another one is dropped

function set(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}
const el = (tag, attributes = {}, ...children) => set(document.createElement(tag), attributes, children);
const draw = (tag, attributes = {}, ...children) => set(document.createElementNS(SVG, tag), attributes, children);
const table = (heads, rows) => el('div', { class: 'scroll', tabindex: '0' }, el('table', {}, el('tr', {}, ...heads), ...rows));
const cell = (text, attributes = {}) => el('td', attributes, text);
const head = (text, attributes = {}) => el('th', { scope: 'col', ...attributes }, text);

/* the whole tournament */

function overview() {
  const parts = [
    el('h1', {}, `${data.game}: ${t('title')}`),
    el('p', { class: 'muted' }, t('facts', { ...facts, format: t(facts.format) })),
    facts.missing ? el('p', { class: 'bad' }, t('unfinished', facts)) : null,
    el('h2', {}, t('standings')), standings(),
    el('h2', {}, t('ratings')), el('figure', {}, ratings()), el('p', { class: 'muted small' }, t('ratings_note')),
    el('h2', {}, t('cross')), cross(), el('p', { class: 'muted small' }, t('cross_note')),
    el('h2', {}, t('scores')), el('p', { class: 'muted small' }, t('scores_note')), scores(),
    el('div', { class: 'grid' },
      el('section', {}, el('h2', {}, t('seats')), el('figure', {}, seats()), el('p', { class: 'muted small' }, t('seats_note'))),
      el('section', {}, el('h2', {}, t('lengths')), el('figure', {}, bars(facts.lengths)), el('p', { class: 'muted small' }, t('lengths_note', facts.lengths)))),
    el('h2', {}, t('faults_title')),
  ];
  if (!facts.faults.length) parts.push(el('p', {}, t('no_faults')));
  for (const row of facts.faults) {
    parts.push(el('details', {}, el('summary', {}, t('fault', { ...row, bot: name(row.number) })), el('p', { class: 'words' }, row.first), row.standard_error?.length ? el('pre', { class: 'small' }, row.standard_error.join('\n')) : null, link(row.first_game, t('game', { n: row.first_game }))));
  }
  parts.push(el('h2', {}, t('all_games')), list(data.games));
  page.replaceChildren(...parts.filter((part) => part !== null));
}

function standings() {
  const rows = facts.standings.map((row) => el('tr', {},
    cell(String(row.place)), cell(name(row.number), { class: 'name', title: name(row.number) }),
    cell(`${Math.round(row.elo)} (${Math.round(row.elo_interval[0])} … ${Math.round(row.elo_interval[1])})`),
    cell(row.above_next === null ? '–' : percent(row.above_next)),
    cell(row.openskill ? `${row.openskill[0].toFixed(1)} ± ${row.openskill[1].toFixed(1)}` : '–'),
    cell(String(row.games)), cell(percent(row.win_rate)), cell(row.mean_score === null ? '–' : String(Number(row.mean_score.toPrecision(3)))), cell(String(row.faults), row.faults ? { class: 'bad' } : {})));
  return table(['place', 'bot', 'elo', 'next', 'skill', 'games', 'rate', 'score', 'faults'].map((key) => head(t(key), key === 'bot' ? { class: 'name' } : {})), rows);
}

function ratings() {
  const rows = facts.standings;
  const least = Math.min(...rows.map((row) => row.elo_interval[0]));
  const most = Math.max(...rows.map((row) => row.elo_interval[1]));
  const narrow = innerWidth < 560;
  const wide = narrow ? 330 : 640, left = narrow ? 96 : 150, right = 20, line = 30;
  const at = (elo) => left + ((elo - least) / (most - least || 1)) * (wide - left - right);
  const step = [10, 25, 50, 100, 200, 500, 1000, 2000].find((each) => (most - least) / each <= (narrow ? 3 : 6)) ?? 5000;
  const letters = narrow ? 12 : 18; // letters of a name
  const parts = [];
  for (let elo = Math.ceil(least / step) * step; elo <= most; elo += step) {
    parts.push(draw('line', { class: 'axis', x1: at(elo), x2: at(elo), y1: 0, y2: rows.length * line }), draw('text', { x: at(elo), y: rows.length * line + 18, 'text-anchor': 'middle' }, String(elo)));
  }
  rows.forEach((row, place) => {
    const y = place * line + line / 2;
    const label = name(row.number);
    parts.push(
      draw('text', { class: 'label', x: left - 12, y: y + 5, 'text-anchor': 'end' }, label.length > letters ? `…${label.slice(1 - letters)}` : label),
      draw('line', { class: 'range', x1: at(row.elo_interval[0]), x2: at(row.elo_interval[1]), y1: y, y2: y }),
      draw('circle', { class: 'dot', cx: at(row.elo), cy: y, r: 6 }, draw('title', {}, `${label}: ${row.elo}`)));
  });
  return draw('svg', { viewBox: `0 0 ${wide} ${rows.length * line + 26}`, role: 'img', 'aria-label': t('ratings') }, ...parts);
}

function cross() {
  const order = facts.standings.map((row) => row.number);
  const found = (a, b) => {
    if (a === b) return cell('', { class: 'self' });
    const row = facts.cross.find(({ bots }) => bots.includes(a) && bots.includes(b));
    if (!row) return cell('–');
    const side = row.bots[0] === a ? 0 : 1;
    const [low, high] = side === 0 ? row.interval : [1 - row.interval[1], 1 - row.interval[0]];
    return el('td', {}, el('a', { href: `#bots-${Math.min(a, b)}-${Math.max(a, b)}` }, `${row.points[side]} : ${row.points[1 - side]}`), el('br'), el('span', { class: 'muted small' }, `${percent(low)}–${percent(high)}`));
  };
  return table(
    [head('', { class: 'name' }), ...order.map((number, place) => head(String(place + 1), { title: name(number) }))],
    order.map((a, place) => el('tr', {}, el('th', { class: 'name', scope: 'row', title: name(a) }, `${place + 1}. ${name(a)}`), ...order.map((b) => found(a, b)))));
}

function scores() {
  return el('div', { class: 'grid' }, ...facts.standings.map((row) => el('figure', {}, el('figcaption', { title: name(row.number) }, name(row.number)), bars(facts.scores[row.number]))));
}

function bars(found) {
  const wide = 320, high = 110, all = found.bars;
  if (!all.length) return el('p', {}, '–');
  const most = Math.max(...all.map((bar) => bar[2]));
  const each = Math.min(80, wide / all.length);
  const parts = all.map(([low, high_, count], place) => draw('rect', { class: 'bar', x: place * each + 1, y: high - (count / most) * (high - 8), width: Math.max(1, each - 2), height: (count / most) * (high - 8), rx: 2 }, draw('title', {}, `${low === high_ ? low : `${low} … ${high_}`}: ${count}`)));
  const from = all[0][0], to = all[all.length - 1][1];
  if (found.mean !== undefined) {
    const whole = all.length === 1 || all[0][1] !== all[1][0]; // bars of whole numbers end before the next one
    const step = all.length === 1 ? to - from + 1 : all[1][0] - from;
    const x = ((found.mean - from + (whole ? 0.5 : 0)) / step) * each;
    parts.push(draw('line', { class: 'mean', x1: x, x2: x, y1: 0, y2: high }, draw('title', {}, String(found.mean))));
  }
  return draw('svg', { viewBox: `0 0 ${wide} ${high + 20}`, role: 'img', 'aria-label': `${found.least} … ${found.most}` },
    draw('line', { class: 'axis', x1: 0, x2: wide, y1: high, y2: high }), ...parts,
    draw('text', { x: 0, y: high + 16 }, String(from)), ...(to === from ? [] : [draw('text', { x: Math.max(60, each * all.length), y: high + 16, 'text-anchor': 'end' }, String(to))]));
}

function seats() {
  const rows = facts.seat_advantage, wide = 320, left = 84, line = 26;
  const at = (rate) => left + rate * (wide - left - 8);
  return draw('svg', { viewBox: `0 0 ${wide} ${rows.length * line + 20}`, role: 'img', 'aria-label': t('seats') },
    ...[0, 0.5, 1].flatMap((rate) => [draw('line', { class: rate === 0.5 ? 'axis half' : 'axis', x1: at(rate), x2: at(rate), y1: 0, y2: rows.length * line }), draw('text', { x: at(rate), y: rows.length * line + 16, 'text-anchor': rate === 1 ? 'end' : 'middle' }, percent(rate))]),
    ...rows.flatMap((row, place) => {
      const y = place * line + line / 2;
      return [
        draw('text', { class: 'label', x: left - 12, y: y + 5, 'text-anchor': 'end' }, t('seat', { seat: row.seat + 1 })),
        draw('line', { class: 'range', x1: at(Math.max(0, row.win_rate - row.margin)), x2: at(Math.min(1, row.win_rate + row.margin)), y1: y, y2: y }),
        draw('circle', { class: 'dot', cx: at(row.win_rate), cy: y, r: 5 }, draw('title', {}, percent(row.win_rate))),
      ];
    }));
}

/* games */

const link = (number, ...children) => el('a', { href: data.elsewhere[number] ? `${data.elsewhere[number]}#game-${number}` : `#game-${number}` }, ...children);
const players = ([, lineUp]) => [...new Set(lineUp)].map(name).join(' – ');

function outcome([, lineUp, places]) {
  const best = new Set(data.sides.filter((_, side) => places[side] === 1).map((seats) => lineUp[seats[0]]));
  return best.size > 1 ? t('draw') : t('won', { name: name([...best][0]) });
}

function list(found, shown = 120) {
  const items = found.slice(0, shown).map((game) => el('li', {}, link(game[0],
    el('b', {}, t('game', { n: game[0] })), el('br'), players(game), el('br'),
    el('span', { class: game[4] ? 'bad small' : 'muted small' }, `${outcome(game)}; ${t('decisions', { n: game[3] })}${game[4] ? `; ${t('faults')}: ${game[4]}` : ''}`))));
  const box = el('div', {}, el('ol', { class: 'games' }, ...items));
  if (found.length > shown) box.append(el('button', { type: 'button', onclick: () => box.replaceWith(list(found, shown * 4)) }, `${t('show_more')} (${found.length - shown})`));
  return box;
}

function ofTwo(a, b) {
  page.replaceChildren(el('p', {}, el('a', { href: '#' }, t('back'))), el('h1', {}, t('of_two', { a: name(a), b: name(b) })), list(data.games.filter((game) => game[1].includes(a) && game[1].includes(b))));
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
}

/** The value after a change as `changed` in replays.py writes it. */
function after(old, change) {
  const made = { ...old };
  for (const [key, value] of Object.entries(change)) {
    if (value === '\0gone') delete made[key];
    else if (value !== null && typeof value === 'object' && '\0' in value) made[key] = after(old[key], value['\0']);
    else made[key] = value;
  }
  return made;
}

async function replay(number) {
  const game = data.games.find((each) => each[0] === number);
  if (!game) return overview();
  const mine = ++now;
  const box = el('div', { class: 'wait' }, el('p', {}, t('loading')));
  page.replaceChildren(el('div', { class: 'replay' },
    el('header', {}, el('a', { href: '#' }, t('back')), el('b', {}, t('game', { n: number })), el('span', {}, players(game)), el('span', { class: 'muted' }, outcome(game))), box));
  document.body.className = 'wide';
  if (!data.replayable || !packed[number]) return box.replaceChildren(el('p', {}, t('no_replay')));
  if (!('DecompressionStream' in window)) return box.replaceChildren(el('p', {}, t('old_browser')));
  const [text, source] = await Promise.all([unpacked(packed[number]), unpacked(document.getElementById('player').textContent)]);
  if (mine !== now) return;
  const found = JSON.parse(text);
  let last = {};
  found.steps = found.steps.map((change) => (last = after(last, change)));
  const frame = el('iframe', { title: t('game', { n: number }), srcdoc: source });
  frame.addEventListener('load', () => { frame.contentWindow.koloda.show(found); frame.contentWindow.focus(); });
  box.replaceWith(frame);
}

function route() {
  now += 1;
  document.body.className = '';
  const [, kind, a, b] = /^#(game|bots)-(\d+)(?:-(\d+))?$/.exec(location.hash) ?? [];
  if (kind === 'game') void replay(Number(a));
  else if (kind === 'bots' && data.names[a] !== undefined && data.names[b] !== undefined) ofTwo(Number(a), Number(b));
  else overview();
  scrollTo(0, 0);
}
addEventListener('hashchange', route);
route();
