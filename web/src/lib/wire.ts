/** What the server sends and takes: docs/api.md in types. */
export type Lang = 'en' | 'uk' | 'ru';
export type Value = string | number | boolean | null;

export type User = { id: string; name: string; kind: 'guest' | 'account' };

export type GameOption = {
  name: string;
  label: string;
  help: string;
  kind: 'choice' | 'number' | 'flag';
  default: Value;
  values: Value[] | null;
  /** What the values are called. */
  names?: string[];
  least?: number;
  most?: number;
};
export type Level = 'easy' | 'normal' | 'hard' | 'expert';
export type Game = {
  id: string;
  name: string;
  seats: { min: number; max: number; default: number };
  options: GameOption[];
  presets: string[];
  levels: { id: Level; name: string }[];
};

/** Seconds; 0 is no limit. */
export type ClockRule = { turn: number; bank: number; reaction: number };
export type NewTable = {
  game: string;
  seats?: number;
  options?: Record<string, Value>;
  public?: boolean;
  password?: string;
  bots?: { seat: number; level: string }[];
  clock?: ClockRule;
  hints?: boolean;
  spectators?: boolean;
};
export type SeatInfo = {
  seat: number;
  kind: 'empty' | 'person' | 'bot';
  name: string;
  user: string | null;
  level: string | null;
  ready: boolean;
  online: boolean;
  /** A bot plays for an absent person. */
  taken_over: boolean;
};
export type TableInfo = {
  id: string;
  game: string;
  options: Record<string, Value>;
  status: 'waiting' | 'playing' | 'between' | 'over';
  public: boolean;
  locked: boolean;
  hints: boolean;
  spectators: number;
  spectating: boolean;
  host: string;
  seats: SeatInfo[];
  clock: ClockRule;
  deal: number;
  totals: number[];
  commit: string | null;
  next: string | null;
};
export type HistoryItem = {
  table: string;
  game: string;
  ended: number;
  seat: number;
  names: string[];
  scores: number[];
  won: boolean;
  deals: number;
};
export type Rating = { game: string; rating: number; deviation: number; games: number; wins: number };

/** Every game has a view of its own, described in its own table component. */
export type View = any;
export type Legal = { a: string; label: string };
export type TableEvent = { n: number; e: [kind: string, ...details: any[]]; text: string };
export type Clock = {
  now: number;
  seats: { seat: number; left: number; bank: number }[];
  /** Milliseconds left of a reaction window. */
  window: number | null;
};
export type Over = {
  result: any;
  scores: number[];
  winners: number[];
  totals: number[];
  match_over: boolean;
  /** Milliseconds to the next deal. */
  next: number | null;
  seed: string;
  secret: string;
};

export type TableMessage = { t: 'table'; table: TableInfo; you: { seat: number | null; user: string | null } };
export type UpdateMessage = {
  t: 'update';
  v: number;
  deal: number;
  full: boolean;
  events: TableEvent[];
  view: View | null;
  legal: Legal[];
  owed: boolean;
  clock: Clock | null;
  over: Over | null;
};
export type ChatMessage = { t: 'chat'; n: number; from: string; name: string; text: string; at: number };
export type ServerMessage =
  | TableMessage
  | UpdateMessage
  | ChatMessage
  | { t: 'ok'; id: string }
  | { t: 'error'; id: string | null; code: string; text: string }
  | { t: 'why'; id: string; text: string }
  | { t: 'hint'; id: string; a: string; label: string }
  | { t: 'pong'; id: string; now: number }
  | { t: 'bye'; code: string; text: string };

export type ClientMessage =
  | { t: 'act'; id: string; a: string; v?: number }
  | { t: 'why'; id: string; a: string }
  | { t: 'hint'; id: string }
  | { t: 'chat'; id: string; text: string }
  | { t: 'ping'; id: string }
  | { t: 'next'; id: string }
  | { t: 'lang'; id: string; lang: Lang };

export type Step = {
  seat: number | null;
  a: string | null;
  label: string | null;
  at: number | null;
  events: TableEvent[];
  view: View;
};
export type Replay = {
  game: string;
  seats: number;
  names: string[];
  lang: Lang;
  viewer: number | 'open';
  steps: Step[];
  result: any;
};
export type Note = { step: number; text: string; at?: string; do?: string };
export type Guide = Replay & { you: number; notes: Note[] };
export type Move = { step: number; seat: number; a: string; best: string; best_label: string; loss: number };
