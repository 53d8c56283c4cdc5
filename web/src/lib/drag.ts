/** Pointer gestures of one card: a short press is a tap; a card that is pulled away is dropped on the zone below it. */
import type { Attachment } from 'svelte/attachments';
import { zoneAt } from './motion';

export type Gestures = {
  /** A short press, also of a card that may not be played now. */
  tap(): void;
  /** May it be pulled away? */
  can(): boolean;
  /** Dropped on a zone (null: on none, but pulled far upwards); false sends it back. */
  drop(zone: string | null): void;
  /** The zones that take it; they are marked while it is held. */
  targets?(): string[];
};

const SLACK = 7;
const FAR = 70;

export function drag(on: Gestures): Attachment<HTMLElement> {
  return (element) => {
    let [x, y] = [0, 0];
    let pointer = -1;
    let held = false;
    let marked: Element[] = [];

    const mark = (): void => {
      const names = on.targets?.() ?? [];
      marked = [...document.querySelectorAll<HTMLElement>('[data-zone]')].filter((zone) =>
        names.includes(zone.dataset.zone ?? ''),
      );
      for (const zone of marked) zone.classList.add('target');
    };
    const release = (): void => {
      pointer = -1;
      held = false;
      element.classList.remove('held');
      element.style.removeProperty('translate');
      for (const zone of marked) zone.classList.remove('target');
      marked = [];
    };
    const down = (event: PointerEvent): void => {
      if (event.button || pointer !== -1) return;
      [x, y, pointer] = [event.clientX, event.clientY, event.pointerId];
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== pointer) return;
      if (!event.buttons) release(); // it was let go elsewhere, before the card had it
      if (pointer === -1 || !on.can()) return;
      const [dx, dy] = [event.clientX - x, event.clientY - y];
      if (!held) {
        if (Math.hypot(dx, dy) < SLACK) return;
        held = true;
        element.setPointerCapture(pointer);
        element.classList.add('held');
        mark();
      }
      element.style.setProperty('translate', `${dx}px ${dy}px`);
    };
    const up = (event: PointerEvent): void => {
      if (event.pointerId !== pointer) return;
      const [pulled, dy] = [held, event.clientY - y];
      element.style.setProperty('pointer-events', 'none');
      const zone = pulled ? zoneAt(event.clientX, event.clientY) : null;
      element.style.removeProperty('pointer-events');
      const takes = on.targets?.();
      release();
      if (!pulled) return; // the click that follows is the tap: so that keyboards and readers tap too
      suppress();
      if (zone !== null && (!takes || takes.includes(zone))) on.drop(zone);
      else if (dy < -FAR) on.drop(null);
    };
    const suppress = (): void => {
      const stop = (event: Event): void => {
        event.stopPropagation();
        event.preventDefault();
      };
      element.addEventListener('click', stop, { capture: true, once: true });
      setTimeout(() => element.removeEventListener('click', stop, { capture: true }), 0);
    };
    const click = (): void => on.tap();

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', release);
    element.addEventListener('click', click);
    return () => {
      release();
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', release);
      element.removeEventListener('click', click);
    };
  };
}
