/** What was chosen in the lobby last time; kept in the browser. */
type Choice = { game: string; level: string; seats: Record<string, number>; modes: Record<string, string>; botsAfter: number };
const KEY = 'koloda.choice';

function stored(): Partial<Choice> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Partial<Choice>) : {};
  } catch {
    return {};
  }
}
const before = stored();
export const choice: Choice = $state({
  game: typeof before.game === 'string' ? before.game : '',
  level: typeof before.level === 'string' ? before.level : 'normal',
  seats: typeof before.seats === 'object' && before.seats !== null ? before.seats : {},
  modes: typeof before.modes === 'object' && before.modes !== null ? before.modes : {},
  botsAfter: typeof before.botsAfter === 'number' ? before.botsAfter : 30,
});

/** To be called inside an effect. */
export function keepChoice(): void {
  localStorage.setItem(KEY, JSON.stringify(choice));
}
