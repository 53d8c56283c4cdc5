// The pointer on a card: what was let go elsewhere is not pulled along afterwards.
import { expect, it, vi } from 'vitest';
import { drag } from '../src/lib/drag';

function card(): { element: HTMLElement; on: { tap: ReturnType<typeof vi.fn>; drop: ReturnType<typeof vi.fn> }; point: (kind: string, x: number, buttons: number) => void } {
  const element = document.body.appendChild(document.createElement('button'));
  element.setPointerCapture = () => {}; // jsdom has none
  const on = { tap: vi.fn(), drop: vi.fn() };
  drag({ ...on, can: () => true })(element);
  const point = (kind: string, x: number, buttons: number): void => {
    const event = new MouseEvent(kind, { bubbles: true, clientX: x, clientY: 0, button: 0, buttons });
    element.dispatchEvent(Object.defineProperty(event, 'pointerId', { value: 1 }));
  };
  return { element, on, point };
}

it('follows the pointer while it is pressed', () => {
  const { element, point } = card();
  point('pointerdown', 10, 1);
  point('pointermove', 60, 1);
  expect(element.classList.contains('held')).toBe(true);
});

it('stays where it is when the pointer was let go outside of it and comes back', () => {
  const { element, point } = card();
  point('pointerdown', 10, 1);
  point('pointermove', 60, 0);
  expect(element.classList.contains('held')).toBe(false);
  point('pointerdown', 60, 1); // and it can be pulled again
  point('pointermove', 90, 1);
  expect(element.classList.contains('held')).toBe(true);
});
