import { beforeAll } from 'vitest';
import { logOutEverywhere } from '../src/lib/session.svelte';

// jsdom draws nothing: no movement, no layout, no media queries.
Object.assign(globalThis, {
  matchMedia: (query: string) => ({ matches: query.includes('reduce'), addEventListener() {}, removeEventListener() {} }),
});
Element.prototype.animate ??= () => ({ cancel() {}, finished: Promise.resolve() }) as unknown as Animation;
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.checkVisibility ??= () => true;
document.elementsFromPoint ??= () => [];
globalThis.requestAnimationFrame ??= (work) => setTimeout(() => work(0)) as unknown as number;
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// files share a window and its modules, which each finds as new: nobody sits there
beforeAll(async () => {
  const real = globalThis.fetch;
  globalThis.fetch = async () => new Response(null, { status: 204 });
  await logOutEverywhere();
  globalThis.fetch = real;
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  location.hash = '';
});
