/**
 * Keeps the focus on the table: a button that was pressed often vanishes, and the focus would fall back to the page.
 * It goes to what was around the button then, from where the next Tab leads on.
 */
import type { Attachment } from 'svelte/attachments';

const lost = (): boolean => document.activeElement === document.body || document.activeElement === null;

export function keepFocus(): Attachment<HTMLElement> {
  return (table) => {
    let around: HTMLElement[] = []; // the element that had the focus, then what it lies in
    let timer = 0;
    const remember = (event: FocusEvent): void => {
      around = [];
      for (let one = event.target as HTMLElement | null; one && one !== table; one = one.parentElement) around.push(one);
    };
    const left = (event: FocusEvent): void => {
      if (event.relatedTarget && !table.contains(event.relatedTarget as Node)) around = [];
    };
    const away = (): void => {
      around = []; // a press beside everything takes the focus away on purpose
    };
    const restore = (): void => {
      timer = 0;
      const [button, ...rest] = around;
      if (!lost() || !button || (button.isConnected && !(button as HTMLButtonElement).disabled)) return;
      const home = rest.find((one) => one.isConnected && one.checkVisibility());
      around = [];
      if (!home) return;
      if (home.tabIndex < 0) home.tabIndex = -1; // so that it can be focused at all
      home.focus({ preventScroll: true });
    };
    // a little later: hands and groups know better places, and put the focus there themselves
    const watch = new MutationObserver(() => {
      if (!timer && around.length && lost()) timer = window.setTimeout(restore);
    });
    watch.observe(table, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    table.addEventListener('focusin', remember);
    table.addEventListener('focusout', left);
    table.addEventListener('pointerdown', away);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
      table.removeEventListener('focusin', remember);
      table.removeEventListener('focusout', left);
      table.removeEventListener('pointerdown', away);
    };
  };
}
