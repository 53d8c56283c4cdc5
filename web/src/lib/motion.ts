/**
 * Movement of cards. Nothing here holds up a move: a page is always in its last state, and what moves is paint.
 *
 *     <div {@attach zone('hand:2')}>             a place that cards come from and go to
 *     <div {@attach card('QH', { from: 'hand:2', to: 'discard' })}>
 *                                                 glides when it keeps its key over an update; a new one comes from
 *                                                 the zone `from`, a vanished one flies on to the zone `to`
 *     fly('stock', 'hand:2', { count: 3 })        backs, which have no identity
 *     await moving(() => (state = next))          the page wraps each update in this
 */
import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';

export type CardMotion = {
  from?: string;
  to?: string;
  /** By how much the place of the card is scaled as a whole. */
  scale?: () => number;
};
export type Flight = {
  /** How many, one a little after the other. */
  count?: number;
  /** Puts the picture into the flying element; without it a card back is drawn by the style sheet. */
  draw?: (into: HTMLElement) => void;
  /** Flies with this picture, a copy of an element on the page. */
  like?: Element;
  delay?: number;
};
type Placed = { element: HTMLElement; options: CardMotion };

const EASE = 'cubic-bezier(.2, .8, .2, 1)';
const STAGGER = 40;
const ORDINARY = 240; // milliseconds
const LONG = 12; // milliseconds of a change
const zones = new Map<string, HTMLElement>();
const cards = new Map<string, Placed>();
let duration = ORDINARY;
let booked = 0; // the time until which pictures are queued, so that two updates do not pile up
let flying = 0;

/** 0 switches all movement off; 1 is the ordinary speed. */
export function setMotion(speed: number): void {
  duration = speed > 0 ? ORDINARY / speed : 0;
}

export function still(): boolean {
  return duration === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;
}

export function zone(name: string): Attachment<HTMLElement> {
  return (element) => {
    zones.set(name, element);
    element.dataset.zone = name;
    return () => {
      if (zones.get(name) === element) zones.delete(name);
    };
  };
}

export const zoneElement = (name: string): HTMLElement | undefined => zones.get(name);

/** The innermost zone at a point of the page. */
export function zoneAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = element.closest<HTMLElement>('[data-zone]');
    if (found && !found.closest('[data-flying]')) return found.dataset.zone ?? null;
  }
  return null;
}

export function card(key: string, options: CardMotion = {}): Attachment<HTMLElement> {
  return (element) => {
    cards.set(key, { element, options });
    return () => {
      if (cards.get(key)?.element === element) cards.delete(key);
    };
  };
}

const middle = (box: DOMRect): [number, number] => [box.left + box.width / 2, box.top + box.height / 2];

/** The next frame; a little later where the browser draws none. */
const frame = (): Promise<void> =>
  new Promise((done) => {
    requestAnimationFrame(() => done());
    setTimeout(done, 100);
  });

/** Do something as a task of its own, once the next frame is on the screen; gives back how to call it off. */
export function afterFrame(work: () => void): () => void {
  let wanted = true;
  void frame().then(() => setTimeout(() => wanted && work()));
  return () => {
    wanted = false;
  };
}

function glide({ element, options }: Placed, from: DOMRect, to: DOMRect): void {
  const [x0, y0] = middle(from);
  const [x1, y1] = middle(to);
  if (Math.abs(x1 - x0) + Math.abs(y1 - y0) < 2 || !to.width) return;
  const scale = Math.min(3, Math.max(0.2, from.width / to.width));
  const unit = options.scale?.() ?? 1;
  // above the others by a class: a z-index among the frames would take the movement from the compositor
  const animation = element.animate([{ translate: `${(x0 - x1) / unit}px ${(y0 - y1) / unit}px`, scale: `${scale}` }, { translate: '0px 0px', scale: '1' }], { duration, easing: EASE });
  element.classList.add('gliding');
  animation.onfinish = animation.oncancel = () => element.classList.remove('gliding');
}

// Pictures are dear to lay out: those of one update take off in as many frames as there are.
const leaving: (() => void)[] = [];

function inTurn(start: () => void): void {
  leaving.push(start);
  if (leaving.length === 1) next();
}

function next(): void {
  void frame().then(() => {
    leaving.shift();
    if (leaving.length) next();
  });
  leaving[0]!(); // last: one that fails stops no other
}

function cross(picture: HTMLElement, start: DOMRect, end: DOMRect, delay: number): void {
  if (flying > 40) return; // a slow machine, a long absence: the state is already on the page
  flying += 1;
  picture.classList.add('flying');
  picture.dataset.flying = '';
  picture.setAttribute('aria-hidden', 'true');
  picture.removeAttribute('id');
  picture.dataset.mood = document.querySelector<HTMLElement>('[data-mood]')?.dataset.mood ?? ''; // outside of the table it has its back
  picture.style.setProperty('width', `${start.width}px`);
  picture.style.setProperty('height', `${start.height}px`);
  document.body.append(picture);
  const [x0, y0] = middle(start);
  const [x1, y1] = middle(end);
  const [left, top] = [start.width / 2, start.height / 2];
  const scale = Math.min(2, Math.max(0.3, Math.min(end.width, end.height * 0.72) / Math.max(1, start.width)));
  const animation = picture.animate(
    [
      { translate: `${x0 - left}px ${y0 - top}px`, scale: '1', opacity: 1 },
      { translate: `${x1 - left}px ${y1 - top}px`, scale: `${scale}`, opacity: 1, offset: 0.85 },
      { translate: `${x1 - left}px ${y1 - top}px`, scale: `${scale}`, opacity: 0 },
    ],
    { duration: duration * 1.2, delay, easing: EASE, fill: 'both' },
  );
  const done = (): void => {
    flying -= 1;
    picture.remove();
  };
  animation.onfinish = done;
  animation.oncancel = done;
}

type Waiting = Flight & { source: HTMLElement; target: HTMLElement; picture: HTMLElement | null; box: DOMRect | null };
let waiting: Waiting[] = [];

/** Let cards without identity fly from one zone to another. Unknown zones are no error: nothing flies. */
export function fly(from: string, to: string, flight: Flight = {}): void {
  const [source, target] = [zones.get(from), zones.get(to)];
  if (still() || !source || !target) return;
  const { like } = flight;
  waiting.push({ ...flight, source, target, picture: like ? (like.cloneNode(true) as HTMLElement) : null, box: like?.getBoundingClientRect() ?? null });
  if (waiting.length === 1) void frame().then(takeOff);
}

/** All that flies in a frame: first every place is measured, then everything is added, so that the page is laid out once. */
function takeOff(): void {
  const flyers = waiting.map((one) => ({ ...one, start: one.source.getBoundingClientRect(), end: one.target.getBoundingClientRect() }));
  waiting = [];
  const now = performance.now();
  booked = Math.min(Math.max(booked, now), now + 600);
  for (const { start, end, count = 1, draw, picture, box, delay = 0 } of flyers) {
    if (!start.width || !end.width) continue;
    const width = Math.min(56, Math.max(28, start.width));
    const [x, y] = middle(start);
    const small = box ?? new DOMRect(x - width / 2, y - width * 0.7, width, width * 1.4);
    for (let i = 0; i < Math.min(count, 8); i += 1) {
      const flyer = picture ? (picture.cloneNode(true) as HTMLElement) : document.createElement('div');
      if (!picture) {
        if (draw) draw(flyer);
        else flyer.className = 'cardback';
      }
      const wait = booked - now + delay;
      if (picture) inTurn(() => cross(flyer, small, end, wait));
      else cross(flyer, small, end, wait);
      booked += STAGGER;
    }
  }
}

let pending = false; // a change is on the page, and its movement waits for the next frame

/** Make a change of the page's state and let the cards that it moves glide to their new places. */
export async function moving(change: () => void): Promise<void> {
  if (still() || pending) {
    change(); // what comes before the frame moves with it
    return;
  }
  const before = new Map<string, { box: DOMRect; placed: Placed }>();
  for (const [key, placed] of cards) before.set(key, { box: placed.element.getBoundingClientRect(), placed });
  pending = true;
  const began = performance.now();
  change();
  await tick();
  // laid out here and now, so that the frame has only to paint; after a long change the frame does it: no task gets long
  if (performance.now() - began < LONG) void document.body.offsetHeight;
  await frame();
  pending = false;
  // measured first, moved then: each measurement after a movement would lay out the page again
  const from = new Map<string, DOMRect | undefined>();
  const boxOf = (name: string): DOMRect | undefined => {
    if (!from.has(name)) from.set(name, zones.get(name)?.getBoundingClientRect());
    return from.get(name);
  };
  const glides: [Placed, DOMRect, DOMRect][] = [];
  for (const [key, placed] of cards) {
    const start = before.get(key)?.box ?? (placed.options.from ? boxOf(placed.options.from) : undefined);
    if (start && (start.width || before.has(key))) glides.push([placed, start, placed.element.getBoundingClientRect()]);
  }
  const crossings: [HTMLElement, DOMRect, DOMRect][] = [];
  for (const [key, { box, placed }] of before) {
    const end = placed.options.to && !cards.has(key) ? boxOf(placed.options.to) : undefined;
    if (end && box.width) crossings.push([placed.element, box, end]);
  }
  for (const [placed, start, end] of glides) glide(placed, start, end);
  for (const [element, start, end] of crossings) inTurn(() => cross(element.cloneNode(true) as HTMLElement, start, end, 0));
}
