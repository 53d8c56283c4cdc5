/** A page that lies in a file keeps nothing in the browser, and may not be allowed to. */
const kept = new Map<string, string>();
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, String(value)),
  removeItem: (key: string) => void kept.delete(key),
};
Object.defineProperty(window, 'localStorage', { value: store, configurable: true });
