/** Short messages that come up at the edge of the page and go by themselves. */
export type Tone = 'plain' | 'good' | 'bad';
export type Message = { id: number; text: string; tone: Tone };

let last = 0;
export const messages: Message[] = $state([]);

export function toast(text: string, tone: Tone = 'plain'): void {
  const old = messages.findIndex((message) => message.text === text);
  if (old >= 0) messages.splice(old, 1);
  const id = ++last;
  messages.push({ id, text, tone });
  if (messages.length > 3) messages.shift();
  setTimeout(() => dismiss(id), 3500 + 55 * text.length);
}

/** What was said belongs to what was on the table before. */
export function clear(): void {
  messages.length = 0;
}

export function dismiss(id: number): void {
  const at = messages.findIndex((message) => message.id === id);
  if (at >= 0) messages.splice(at, 1);
}
