/** What the server shows of a round of Yassa, and what follows from it for the table. */
import type { Legal, YassaView } from '../../lib/wire';

export type { YassaView };
export type YassaOpen = YassaView & { hands: string[][]; stock_cards: string[] };

/** An action on a card of the hand: "play WC:G!" lays WC, orders green, shouts. */
export type CardAction = Legal & { verb: string; code: string; colour: string | null; shout: boolean };

export function cardAction(item: Legal): CardAction | null {
  const found = /^(play|intervene|mistake) ([RYGBW][0-9SDVC])(?::([RYGB]))?(!?)$/.exec(item.a);
  return found && { ...item, verb: found[1]!, code: found[2]!, colour: found[3] ?? null, shout: found[4] === '!' };
}

/** What may be done with one card: with the shout if it is wanted and possible, or if there is no other way. */
export function ways(actions: readonly CardAction[], code: string, shout: boolean): CardAction[] {
  const own = actions.filter((action) => action.code === code && action.verb !== 'mistake');
  const wanted = own.filter((action) => action.shout === shout);
  return wanted.length ? wanted : own;
}

const WITH_CARDS = ['turn', 'after_draw', 'respond_skip', 'respond_draw2', 'respond_wd4'];

/** Has this seat a decision in which a card could be laid with the shout? How many cards it holds does not matter. */
export function shouts(view: YassaView, you: number | null, actions: readonly CardAction[]): boolean {
  if (!view.shouting || you === null) return false;
  return (WITH_CARDS.includes(view.phase) && view.to_act.includes(you)) || actions.some(({ verb }) => verb === 'intervene');
}

/** The action that a press on a card means when it is not allowed. */
export function meaning(view: YassaView, code: string): string {
  const verb = view.phase === 'intervention_window' ? 'intervene' : 'play';
  return `${verb} ${code}${code[0] === 'W' ? `:${view.colour ?? 'R'}` : ''}`;
}

/** Names that stay with equal cards from update to update. */
export function keys(cards: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cards.map((code) => {
    const n = seen.get(code) ?? 0;
    seen.set(code, n + 1);
    return `${code}#${n}`;
  });
}
