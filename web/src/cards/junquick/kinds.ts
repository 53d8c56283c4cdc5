/** The cards of JunQuick by their codes. */
export type Kind = 'jun' | 'liar' | 'thief' | 'crasher' | 'dominant' | 'influence' | 'instant' | 'virus';

export function kindOf(code: string): Kind {
  if (/^J\d$/.test(code)) return 'jun';
  if (/^L\d$/.test(code)) return 'liar';
  if (/^T\d$/.test(code)) return 'thief';
  if (/^V\d$/.test(code)) return 'virus';
  if (code === 'G3') return 'crasher';
  if (code === 'DM') return 'dominant';
  return ['BT', 'EM', 'IM', 'DP'].includes(code) ? 'instant' : 'influence';
}

/** The printed nominal, 0 for none. */
export function nominalOf(code: string): number {
  if (code === 'DM') return 4;
  return 'JLTG'.includes(code[0]!) && /\d/.test(code[1] ?? '') ? Number(code[1]) : 0;
}

/** The order of the deck, in which sets of cards are named. */
export const ORDER = ['J1', 'J2', 'J3', 'J4', 'L1', 'L2', 'L3', 'L4', 'T1', 'T2', 'T3', 'T4', 'G3', 'DM', 'CS', 'EV', 'TS', 'HY', 'IW', 'D1', 'D2', 'D3', 'BT', 'EM', 'IM', 'DP'];
export const CLASSES = ['N1', 'N2', 'N3', 'N4', 'CS', 'EV', 'TS', 'HY', 'IW', 'D'];

/** The class that a true claim names. */
export function classOf(code: string): string | null {
  const nominal = nominalOf(code);
  if (nominal) return `N${nominal}`;
  if (/^D\d$/.test(code)) return 'D';
  return CLASSES.includes(code) ? code : null;
}

export const GROUND: Record<number, { fill: string; body: string; edge: string }> = {
  1: { fill: '#e4f0fa', body: '#4b93cf', edge: '#164a78' },
  2: { fill: '#e6f3e3', body: '#58a05a', edge: '#1e5523' },
  3: { fill: '#fbecd6', body: '#e08a2c', edge: '#7a420a' },
  4: { fill: '#f9e0de', body: '#cf4a44', edge: '#701612' },
};
