/**
 * One stop of the Tab key for a group of buttons; the arrows go to the next button in their direction, Page Up and
 * Page Down to the one before or after that can be pressed now.
 */
import type { Attachment } from 'svelte/attachments';

const SIDE = 2.2; // how much worse a button is that lies to the side

const buttons = (group: HTMLElement): HTMLElement[] =>
  [...group.querySelectorAll<HTMLElement>('button:not([disabled])')].filter((one) => !one.closest('[data-norove]'));

function nearest(from: HTMLElement, among: HTMLElement[], dx: number, dy: number): HTMLElement | null {
  const here = from.getBoundingClientRect();
  let [found, best]: [HTMLElement | null, number] = [null, Infinity];
  for (const one of among) {
    if (one === from) continue;
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2 - here.left - here.width / 2, box.top + box.height / 2 - here.top - here.height / 2];
    const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
    const distance = ahead + SIDE * aside;
    if (ahead > 1 && distance < best) [found, best] = [one, distance];
  }
  return found;
}

function possible(from: HTMLElement, among: HTMLElement[], step: 1 | -1): HTMLElement | null {
  const legal = among.filter((one) => one === from || one.classList.contains('legal'));
  return legal.length > 1 ? legal[(legal.indexOf(from) + step + legal.length) % legal.length]! : null;
}

export function rove(): Attachment<HTMLElement> {
  return (group) => {
    let stop: HTMLElement | null = null;
    let inside = false;
    const settle = (): void => {
      const all = buttons(group);
      if (!stop || !all.includes(stop)) {
        // the button that was used is gone: stay in the group
        const lost = stop !== null && inside && (document.activeElement === document.body || document.activeElement === null);
        stop = all.find((one) => one.classList.contains('legal')) ?? all[0] ?? null;
        if (lost) stop?.focus({ preventScroll: true });
      }
      for (const one of all) {
        const index = one === stop ? 0 : -1;
        if (one.tabIndex !== index) one.tabIndex = index;
      }
    };
    const focusin = (event: FocusEvent): void => {
      const target = (event.target as HTMLElement).closest<HTMLElement>('button');
      inside = true;
      if (!target || target.closest('[data-norove]')) return;
      stop = target;
      settle();
    };
    const focusout = (event: FocusEvent): void => {
      if (event.relatedTarget && !group.contains(event.relatedTarget as Node)) inside = false;
    };
    const keydown = (event: KeyboardEvent): void => {
      const ways: Record<string, [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const way = ways[event.key];
      const from = (event.target as HTMLElement).closest<HTMLElement>('button');
      if ((!way && !event.key.startsWith('Page')) || !from || event.defaultPrevented || from.closest('[data-norove]')) return;
      const next = way ? nearest(from, buttons(group), ...way) : possible(from, buttons(group), event.key === 'PageDown' ? 1 : -1);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    const watch = new MutationObserver(settle);
    watch.observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    group.addEventListener('focusin', focusin);
    group.addEventListener('focusout', focusout);
    group.addEventListener('keydown', keydown);
    settle();
    return () => {
      watch.disconnect();
      group.removeEventListener('focusin', focusin);
      group.removeEventListener('focusout', focusout);
      group.removeEventListener('keydown', keydown);
    };
  };
}
