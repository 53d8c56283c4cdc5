/* Made by tools/wire_types.py from src/koloda/table/wire.py and the games' views. Do not edit. */

export type TableMessage = {
  t: 'table';
  table: TableInfo;
  you: You;
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
  /** SHA-256 of the server's secret; null: nothing is proved here */
  commit: string | null;
  next: string | null;
  /** all lucks are sealed: who has sealed one opens it now */
  sealed: boolean;
  /** in the list of my tables: this one waits for me */
  turn: boolean;
  /** it begins by itself once everybody is ready */
  auto: boolean;
  /** the one to which the match belongs; empty: none */
  tournament: string;
  /** for a move, in a match by correspondence; 0: it is none */
  days: number;
  /** in the list of my tables, by correspondence: when the clock runs out */
  until: number | null;
  /** in the same list: the seats for whose decision it waits, as far as I may know */
  awaited: number[] | null;
  /** people play, but for no ratings */
  casual: boolean;
  /** actions may be taken back here */
  takebacks: boolean;
  /** how often that was done in this match */
  taken_back: number;
  wish: Wish | null;
};

export type Value = boolean | number | string;

export type SeatInfo = {
  seat: number;
  kind: 'empty' | 'person' | 'bot';
  name: string;
  user: string | null;
  level: string | null;
  ready: boolean;
  online: boolean;
  /** a bot plays for an absent person */
  taken_over: boolean;
  /** SHA-256 of the luck that this seat throws into the shuffle */
  seal: string;
  /** a person without an account */
  guest: boolean;
  /** a bot account, for which a program plays */
  bot: boolean;
  /** on vacation until that moment; 0: no */
  away: number;
};

/** Seconds; 0 is no limit. */
export type ClockRule = {
  turn: number;
  bank: number;
  reaction: number;
};

/** A seat would like to take back its last action. */
export type Wish = {
  n: number;
  seat: number;
  /** the seats that have not agreed yet */
  waits: number[];
};

export type You = {
  seat: number | null;
  user: string | null;
};

export type UpdateMessage = {
  t: 'update';
  v: number;
  deal: number;
  full: boolean;
  events: TableEvent[];
  view: View | null;
  layout: Layout | null;
  aids: Record<string, any> | null;
  /** what may be tried; some of it may come to nothing and is ignored then */
  legal: Legal[];
  owed: boolean;
  /** real time: may this seat act without owing it, as far as it is told? */
  free: boolean;
  /** whose decision is awaited; null: a secret */
  awaited: number[] | null;
  clock: Clock | null;
  over: Over | null;
};

/** An event, its number for this viewer, and the sentence that tells it. */
export type TableEvent = {
  n: number;
  e: any[];
  text: string;
};

/** state.view(seat); every game has its own */
export type View = any;

export type Layout = {
  zones: Zone[];
  faces: Record<string, Face>;
  asked?: string;
  back?: string;
};

/** hand: fanned, face up for who sees it. pile: one on the other, the top is the last. row: side by side. counter: a number. note: a sentence. */
export type Zone = {
  id: string;
  kind: ZoneKind;
  title: string;
  seat?: number;
  cards?: string[];
  count?: number;
  text?: string;
};

export type ZoneKind = 'hand' | 'pile' | 'row' | 'counter' | 'note';

/** What is printed on a card. */
export type Face = {
  label: string;
  sign?: string;
  tint?: 'red' | 'black' | 'green' | 'blue' | 'gold' | 'violet' | 'grey';
  title?: string;
};

export type Legal = {
  a: string;
  label: string;
};

export type Clock = {
  now: number;
  seats: SeatClock[];
  /** milliseconds left of a window that is open for all */
  window: number | null;
};

export type SeatClock = {
  seat: number;
  left: number;
  bank: number;
};

export type Over = {
  result: Record<string, any>;
  scores: number[];
  winners: number[];
  totals: number[];
  match_over: boolean;
  /** milliseconds to the next deal */
  next: number | null;
  seed: string;
  secret: string;
};

export type OkMessage = {
  t: 'ok';
  id: string;
};

export type ErrorMessage = {
  t: 'error';
  id: string | null;
  code: string;
  text: string;
};

export type WhyAnswer = {
  t: 'why';
  id: string;
  text: string;
};

export type HintAnswer = {
  t: 'hint';
  id: string;
  a: string;
  label: string;
};

export type ChatMessage = {
  t: 'chat';
  n: number;
  from: string;
  name: string;
  text: string;
  at: number;
  bot: boolean;
};

/** The admin has deleted a message. */
export type ChatGone = {
  t: 'chat_gone';
  n: number;
};

export type Pong = {
  t: 'pong';
  id: string;
  now: number;
};

export type ByeMessage = {
  t: 'bye';
  code: string;
  text: string;
};

export type ServerMessage =
  | TableMessage
  | UpdateMessage
  | OkMessage
  | ErrorMessage
  | WhyAnswer
  | HintAnswer
  | ChatMessage
  | ChatGone
  | Pong
  | ByeMessage;

export type Act = {
  t: 'act';
  /** chosen by the client; a repeated one has no second effect */
  id: string;
  a: string;
  v?: number | null;
};

export type Why = {
  t: 'why';
  /** chosen by the client; a repeated one has no second effect */
  id: string;
  a: string;
};

export type Hint = {
  t: 'hint';
  /** chosen by the client; a repeated one has no second effect */
  id: string;
};

/** Undo my last action, if nobody has learnt anything by it; the others are asked. */
export type TakeBack = {
  t: 'takeback';
  /** chosen by the client; a repeated one has no second effect */
  id: string;
};

/** An answer to who asks for that; `no` of who asks withdraws it. */
export type Consent = {
  t: 'consent';
  /** chosen by the client; a repeated one has no second effect */
  id: string;
  yes: boolean;
  /** that of the wish which is answered */
  n: number;
};

export type Chat = {
  t: 'chat';
  /** chosen by the client; a repeated one has no second effect */
  id: string;
  text: string;
};

/** Let the rules decide, as if the time were over. */
export type Default = {
  t: 'default';
  /** chosen by the client; a repeated one has no second effect */
  id: string;
  v?: number | null;
};

export type Ping = {
  t: 'ping';
  /** chosen by the client; a repeated one has no second effect */
  id: string;
};

export type NextDeal = {
  t: 'next';
  /** chosen by the client; a repeated one has no second effect */
  id: string;
};

export type SetLang = {
  t: 'lang';
  /** chosen by the client; a repeated one has no second effect */
  id: string;
  /** a language of the server's */
  lang: Lang;
};

export type Lang = string;

export type ClientMessage =
  | Act
  | Why
  | Hint
  | TakeBack
  | Consent
  | Chat
  | Default
  | Ping
  | NextDeal
  | SetLang;

/** Arena: as many games as fit into `minutes`. Swiss: `rounds`, pairs by points without repeats. */
export type NewTournament = {
  name: string;
  game: string;
  style?: 'arena' | 'swiss';
  seats?: number | null;
  options?: Record<string, Value>;
  /** seconds */
  starts_in?: number;
  /** of an arena */
  minutes?: number;
  /** of a Swiss tournament */
  rounds?: number;
  /** seconds for a turn */
  turn?: number;
  /** seconds beyond that for all turns */
  bank?: number;
  rated?: boolean;
  /** the level of bots for empty seats; empty: none */
  fill?: string;
  /** may bot accounts join? */
  bots?: boolean;
  /** only people with an account? */
  accounts?: boolean;
  /** people */
  most?: number;
};

export type TournamentPage = {
  tournament: TournamentInfo;
  /** the server's time */
  now: number;
  /** before the start, and those without a team */
  people: TournamentPerson[];
  /** the leaders first */
  lines: TournamentLine[];
  /** those that are played, then the last ones */
  games: TournamentGame[];
  /** who rests in this round */
  byes: number[];
  /** when the next round begins; 0: not known yet */
  next_round: number;
  me: TournamentMe;
};

export type TournamentInfo = {
  id: string;
  name: string;
  style: 'arena' | 'swiss';
  game: string;
  seats: number;
  options: Record<string, Value>;
  status: 'open' | 'running' | 'over' | 'cancelled';
  maker: User;
  /** milliseconds since 1970, as all times */
  starts: number;
  /** of an arena: no game begins later; else 0 */
  ends: number;
  ended: number;
  /** why it was cancelled: cancelled (by its maker), few (people) */
  why: string;
  round: number;
  /** 0: an arena */
  rounds: number;
  turn: number;
  bank: number;
  rated: boolean;
  fill: string;
  bots: boolean;
  accounts: boolean;
  /** who takes part now */
  people: number;
  most: number;
  /** that meet at a table */
  sides: number;
  /** how many people are a team; 1: everybody plays for himself */
  team: number;
};

export type User = {
  id: string;
  name: string;
  kind: 'guest' | 'account' | 'bot';
};

export type TournamentPerson = {
  user: User;
  team: string;
  active: boolean;
};

/** A player or a team: `number` is what games name. */
export type TournamentLine = {
  number: number;
  place: number;
  /** of the team, if it has one */
  name: string;
  members: User[];
  points: number;
  games: number;
  wins: number;
  /** the points of all opponents */
  buchholz: number;
  /** those of the beaten, and half of the drawn */
  berger: number;
  active: boolean;
  waiting: boolean;
  /** where they play now */
  table: string;
};

export type TournamentGame = {
  table: string;
  round: number;
  /** numbers of the lines; -1: bots */
  sides: number[];
  /** 1 is best, 0 did not come; null: still played */
  places: number[] | null;
  points: number[];
};

/** My part: none (not in it), joined, waiting, playing, bye, away, done. */
export type TournamentMe = {
  state: 'none' | 'joined' | 'waiting' | 'playing' | 'bye' | 'away' | 'done';
  line: number;
  /** my game, if there is one now */
  table: string;
  team: string;
};

export type TournamentList = {
  now: number;
  tournaments: TournamentInfo[];
};

/** A wish to play with people of one's strength; bots take the seats that are free after a time. */
export type Seek = {
  game: string;
  seats?: number | null;
  options?: Record<string, Value>;
  /** seconds; 0: never bots */
  bots_after?: number;
  level?: string;
};

/** How the search goes. */
export type MatchState = {
  state: 'none' | 'seeking' | 'found';
  game: string;
  seats: number;
  /** people who look for the same */
  others: number;
  /** milliseconds that the search has taken */
  since: number;
  /** milliseconds until bots may come; null: never */
  bots_in: number | null;
  table: string | null;
};

export type Friends = {
  friends: Friend[];
};

export type Friend = {
  user: User;
  online: boolean;
  /** is it a friendship on both sides? */
  mutual: boolean;
};

export type Online = {
  people: OnlinePerson[];
};

export type OnlinePerson = {
  user: User;
  friend: boolean;
};

/** What a person should know, wherever he is. */
export type News = {
  /** where I sit; `turn`: it waits for me */
  tables: TableInfo[];
  invitations: Invitation[];
  /** by game: how many others look for a quick match */
  seeking: Record<string, number>;
};

export type Invitation = {
  id: string;
  inviter: User;
  table: TableInfo;
  at: number;
  /** the same people have just played */
  rematch: boolean;
};

export type Puzzles = {
  /** by UTC, as 2027-01-31 */
  day: string;
  /** milliseconds until the next day begins */
  ends: number;
  /** the one of the day; null: no game has puzzles */
  daily: DailyPuzzle | null;
  /** days in a row on which I have solved a daily one */
  streak: number;
  games: PuzzleGame[];
};

export type DailyPuzzle = {
  game: string;
  id: string;
  difficulty: number;
  /** my first answer today; null: there was none */
  tried: 'solved' | 'missed' | null;
};

/** A game that has puzzles. */
export type PuzzleGame = {
  game: string;
  count: number;
  tried: number;
  daily: DailyPuzzle;
  /** mine; null: I have answered none */
  rating: PuzzleRating | null;
};

/** How strong somebody is at the puzzles of a game, on the scale of their difficulties. */
export type PuzzleRating = {
  rating: number;
  deviation: number;
  /** puzzles whose first answer has counted */
  tries: number;
  solved: number;
};

export type PuzzleList = {
  /** the easiest first */
  puzzles: PuzzleItem[];
  rating: PuzzleRating | null;
};

export type PuzzleItem = {
  id: string;
  difficulty: number;
  /** how my first answer was; null: there was none */
  tried: 'solved' | 'missed' | null;
};

export type NextPuzzle = {
  game: string;
  id: string;
  /** all of them were tried: it is one of those */
  again: boolean;
};

/** What the seat that is asked sees at a table, and nothing else. */
export type PuzzlePosition = {
  game: string;
  id: string;
  options: Record<string, Value>;
  seat: number;
  names: string[];
  /** the level of every bot; null: whoever solves it */
  bots: (string | null)[];
  /** a language of the server's */
  lang: Lang;
  difficulty: number;
  /** is it one of today's? */
  daily: boolean;
  /** how my first answer was; null: there was none */
  tried: 'solved' | 'missed' | null;
  events: TableEvent[];
  /** state.view(seat); every game has its own */
  view: View;
  layout: Layout | null;
  aids: Record<string, any> | null;
  legal: Legal[];
  awaited: number[] | null;
};

/** The text of an action; null: show me, which counts as a miss. */
export type PuzzleAnswer = {
  a?: string | null;
};

export type PuzzleResult = {
  /** was it the best? null: the answer was asked for */
  solved: boolean | null;
  /** false: there was an answer before, which has counted */
  counted: boolean;
  /** counted out to the end; else what long searches expect */
  exact: boolean;
  /** the standard error of the margin of the best one */
  error: number;
  /** of every action, the best first */
  worth: PuzzleWorth[];
  rating: PuzzleRating;
  /** of the rating, by this answer */
  change: number;
  daily: boolean;
  streak: number;
};

export type PuzzleWorth = {
  a: string;
  label: string;
  /** what the seat may expect, in the returns of the game */
  value: number;
  /** by how much that is worse than the best */
  cost: number;
  best: boolean;
};

export type PushInfo = {
  /** applicationServerKey, in base64url */
  key: string;
  /** of mine that get messages */
  browsers: number;
};

/** Where a browser takes messages, by Web Push. The keys are in base64url. */
export type PushAddress = {
  /** as PushSubscription of a browser has it */
  endpoint: string;
  p256dh: string;
  auth: string;
  /** a language of the server's */
  lang?: Lang;
};

export type PushStop = {
  /** as PushSubscription of a browser has it */
  endpoint: string;
};

export type Vacation = {
  days: number;
};

export type VacationInfo = {
  /** null: there is none */
  until: number | null;
  /** days of this calendar year */
  left: number;
  year: number;
};

/** Why an action is not possible; empty: it is. */
export type PuzzleWhy = {
  text: string;
};

export type Statistics = {
  /** the most played first */
  lines: StatisticsLine[];
  roles: RoleLine[];
  /** the favourite ones of each game */
  openings: OpeningLine[];
  analysed: AnalysedLine[];
};

export type StatisticsLine = {
  game: string;
  seats: number;
  /** against people; else against bots alone */
  people: boolean;
  played: number;
  won: number;
};

/** How deals went in a role: asked first, asked later (neither where all begin at once), in a team. */
export type RoleLine = {
  game: string;
  role: 'first' | 'later' | 'team';
  deals: number;
  won: number;
};

/** A first choice of deals, in words. */
export type OpeningLine = {
  game: string;
  text: string;
  deals: number;
  won: number;
};

/** What analyses say of somebody's deals, on average for a deal and in the game's returns. */
export type AnalysedLine = {
  game: string;
  deals: number;
  decisions: number;
  /** given away by one's own decisions */
  lost: number;
  /** how much less than the others: the result without luck, as far as it is known */
  better: number;
  /** the standard error of `better`; 0: a single deal */
  error: number;
  /** what really came of these deals */
  result: number;
};

/** What others may see and do: `hidden` is in no list of who is here. */
export type Preferences = {
  hidden?: boolean;
  /** whose invitations somebody takes */
  invitations?: 'everyone' | 'friends' | 'nobody';
};

/** Somebody by id, or an account by name. */
export type Invite = {
  user?: string;
  name?: string;
};

/** An account by name, or somebody by id; `friend` false: no longer. */
export type FriendWish = {
  user?: string;
  name?: string;
  friend?: boolean;
};

export type NewSession = {
  name: string;
};

export type NewAccount = {
  login: string;
  password: string;
};

export type NewTable = {
  game: string;
  seats?: number | null;
  options?: Record<string, Value>;
  public?: boolean;
  password?: string;
  bots?: BotSeat[];
  clock?: NewClock | null;
  hints?: boolean;
  spectators?: boolean;
  /** for a move: by correspondence, without `clock` */
  days?: number;
  /** for no ratings; people may agree to take actions back */
  casual?: boolean;
};

/** A level, or the bot account `user`, which must be here. */
export type BotSeat = {
  seat: number;
  level?: string;
  user?: string;
};

/** Seconds: for a turn, for all turns of a match together beyond that, and for a reaction. */
export type NewClock = {
  /** 0: no limit */
  turn?: number;
  /** 0: no limit */
  bank?: number;
  /** 0: no limit */
  reaction?: number;
};

export type QuickTable = {
  game: string;
  seats?: number | null;
  /** auto: it follows the results of who asks */
  level?: string;
  options?: Record<string, Value>;
};

export type Join = {
  seat?: number | null;
  password?: string;
};

/** Luck is sealed by its SHA-256 and opened after the start, or handed over by who trusts the host. */
export type SetReady = {
  ready?: boolean;
  luck?: string;
  /** SHA-256 of a luck of up to 32 bytes */
  seal?: string;
};

export type Kick = {
  seat: number;
};

/** A level, or the bot account `user`, which must be here; neither: the seat becomes free. */
export type SetBot = {
  seat: number;
  level?: string | null;
  user?: string | null;
};

export type SessionInfo = {
  user: User;
  token: string;
};

export type UserInfo = {
  user: User;
};

export type Profile = {
  user: User;
  ratings: Rating[];
};

export type Rating = {
  game: string;
  rating: number;
  deviation: number;
  games: number;
  wins: number;
};

export type History = {
  games: HistoryItem[];
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
  /** of the rating; null: the match was not rated */
  change: number | null;
  /** seats that left the match: they have lost it */
  left: number[];
};

export type Games = {
  games: Game[];
  /** has this server a ladder? */
  ladder: boolean;
};

export type Game = {
  id: string;
  name: string;
  summary: string;
  seats: SeatRange;
  options: GameOption[];
  presets: string[];
  /** the presets in the language asked for */
  ways: PresetInfo[];
  levels: LevelInfo[];
  /** is there a picture? */
  art: boolean;
  /** is there a first deal for learners? */
  guide: boolean;
  /** seconds that suit it for a reaction */
  reaction: number;
};

export type SeatRange = {
  min: number;
  max: number;
  default: number;
};

export type GameOption = {
  name: string;
  label: string;
  help: string;
  kind: 'choice' | 'number' | 'flag';
  /** at a table where nobody chose */
  default: Value;
  values: Value[] | null;
  /** of the values, in the language asked for */
  names?: string[];
  least?: number;
  most?: number;
  /** of a number */
  unit?: 'ms';
};

export type PresetInfo = {
  id: string;
  name: string;
  help: string;
  /** those that it fixes */
  options: Record<string, Value>;
  /** at how many it can be played, the usual number first */
  seats: number[];
  /** with that number: who wins and loses together */
  sides: number[][];
};

export type LevelInfo = {
  id: Level;
  name: string;
};

export type Level = 'easy' | 'normal' | 'hard' | 'expert' | 'master';

export type RulesText = {
  game: string;
  lang: string;
  markdown: string;
};

export type TableAnswer = {
  table: TableInfo;
};

export type TableList = {
  tables: TableInfo[];
};

export type ErrorAnswer = {
  error: Problem;
};

export type Problem = {
  code: string;
  text: string;
};

export type Guide = {
  game: string;
  seats: number;
  names: string[];
  /** the level of every bot, or program; null: a person */
  bots: (string | null)[];
  /** a language of the server's */
  lang: Lang;
  viewer: number | 'open';
  steps: Step[];
  /** by how many actions were taken: the step that shows the table then */
  places: number[];
  result: Record<string, any> | null;
  you: number;
  notes: Note[];
};

export type Step = {
  seat: number | null;
  a: string | null;
  label: string | null;
  at: number | null;
  events: TableEvent[];
  /** state.view(seat); every game has its own */
  view: View;
  layout: Layout | null;
  aids: Record<string, any> | null;
  awaited: number[] | null;
};

export type Note = {
  step: number;
  text: string;
  at?: string;
  do?: string;
};

export type Replay = {
  game: string;
  seats: number;
  names: string[];
  /** the level of every bot, or program; null: a person */
  bots: (string | null)[];
  /** a language of the server's */
  lang: Lang;
  viewer: number | 'open';
  steps: Step[];
  /** by how many actions were taken: the step that shows the table then */
  places: number[];
  result: Record<string, any> | null;
};

export type Analysis = {
  moves: Move[];
};

export type Move = {
  /** the number of the action in the deal, from 1 */
  action: number;
  seat: number;
  a: string;
  label: string;
  best: string;
  best_label: string;
  loss: number;
  /** the standard error of the loss; 0: it is exact */
  error: number;
  /** how much worse the next best would have been, if it is best */
  margin: number;
  margin_error: number;
};

export type Progress = {
  progress: number;
};

export type SomeOptions = {
  seats?: number | null;
  options?: Record<string, Value>;
};

export type AllOptions = {
  /** all, with the values that follow from those given */
  options: Record<string, Value>;
  /** those of the given ones that are possible */
  given: Record<string, Value>;
  /** what each could be, nothing where it has no meaning; of many numbers one */
  possible: Record<string, Value[]>;
};

export type OpenLuck = {
  luck: string;
};

export type AccountInfo = {
  user: User;
  token: string;
  /** each opens the account once; they are shown this one time */
  codes: string[];
};

export type Blocks = {
  blocks: Block[];
};

export type Block = {
  user: string;
  name: string;
  kind: 'mute' | 'block';
};

export type LadderInfo = {
  title: string;
  game: string;
  seats: number;
  options: Record<string, boolean | number | string>;
  protocol: string;
  endings: string[];
  source_bytes: number;
  source_files: number;
  programs_each: number;
  uploads_a_day: number;
  /** milliseconds since 1970; 0: none */
  deadline: number;
  /** are no uploads taken? */
  closed: boolean;
  running: boolean;
  games: number;
  rows: LadderPlace[];
  live: LadderLive[];
  last: LadderFixture[];
  finals: LadderFinal[];
};

export type LadderPlace = {
  program: number;
  version: number;
  name: string;
  /** one of our own bots */
  level: string | null;
  author: string;
  status: 'active' | 'waiting' | 'refused' | 'frozen' | 'benched' | 'retired';
  rating: number;
  /** 95%: so much to either side */
  margin: number;
  games: number;
  /** points of these games, at most one each */
  score: number;
  yours: boolean;
};

/** A game that is being played. */
export type LadderLive = {
  fixture: number;
  /** 0: none */
  final: number;
  /** from 1: of this deal */
  game: number;
  games: number;
  /** when it began, in milliseconds since 1970 */
  at: number;
  actions: number;
  players: LadderPlayer[];
};

export type LadderPlayer = {
  program: number;
  version: number;
  name: string;
  level: string | null;
};

/** A deal, played until each program has had each side of it. */
export type LadderFixture = {
  fixture: number;
  /** 0: none */
  final: number;
  at: number;
  games: number;
  sides: LadderSide[];
  /** can it still be replayed? */
  open: boolean;
};

export type LadderSide = {
  program: number;
  version: number;
  name: string;
  level: string | null;
  /** the mean of the games, 0 to 1 */
  points: number;
  faults: string[];
};

export type LadderFinal = {
  number: number;
  rounds: number;
  over: boolean;
  games: number;
  rows: LadderPlace[];
};

export type LadderOwn = {
  programs: LadderProgram[];
  uploads: LadderUpload[];
};

export type LadderProgram = {
  program: number;
  name: string;
  level: string | null;
  author: string;
  status: 'active' | 'waiting' | 'refused' | 'frozen' | 'benched' | 'retired';
  yours: boolean;
  versions: LadderVersion[];
  /** version, its games so far, rating, margin: a history */
  points: [number, number, number, number][];
  fixtures: LadderFixture[];
};

export type LadderVersion = {
  number: number;
  at: number;
  stage: 'queued' | 'compiling' | 'checking' | 'entered' | 'refused';
  rating: number | null;
  margin: number | null;
  games: number;
  score: number;
  faults: Record<string, number>;
  /** of a refusal, for its author alone: compile, fault, tools, broken */
  reason: string;
  code: string;
};

/** An upload on its way, or one that became no version. */
export type LadderUpload = {
  name: string;
  at: number;
  stage: 'queued' | 'compiling' | 'checking' | 'entered' | 'refused';
  problem: string;
};

/** What the author of a version alone may know. */
export type LadderReport = {
  program: number;
  version: number;
  report: string;
  faults: LadderFault[];
};

export type LadderFault = {
  fixture: number;
  final: number;
  game: number;
  code: string;
  text: string;
};

/** The same as a spectator sees it; nothing of it once its deal is over, and there is a replay. */
export type LadderWatch = {
  live: LadderLive | null;
  replay: Replay | null;
};

/** Sources only: the first file is the program, further ones are Python modules that it imports. */
export type NewVersion = {
  name: string;
  main: string;
  files: Record<string, string>;
};

export type AdminUsers = {
  users: AdminUser[];
};

export type AdminUser = {
  id: string;
  name: string;
  kind: 'guest' | 'account' | 'bot';
  login: string;
  created: number;
  seen: number;
  muted_until: number;
  banned_until: number;
  /** from where he was here last; empty after 30 days */
  address: string;
};

export type Bans = {
  bans: Ban[];
};

export type Ban = {
  id: string;
  kind: 'user' | 'address';
  value: string;
  reason: string;
  created: number;
  until: number;
};

export type Reports = {
  reports: Report[];
};

export type Report = {
  id: string;
  at: number;
  reporter: string;
  user: string;
  name: string;
  table: string;
  reason: 'chat' | 'name' | 'cheating' | 'leaving' | 'other';
  text: string;
  messages: ReportedChat[];
  state: 'open' | 'done';
};

export type ReportedChat = {
  n: number;
  user: string;
  name: string;
  text: string;
  at: number;
};

export type Audit = {
  lines: AuditLine[];
};

export type AuditLine = {
  at: number;
  address: string;
  action: string;
  target: string;
  details: string;
};

/** Of the process that answers; `sockets` and `tables` are its own. */
export type Health = {
  version: string;
  ready: boolean;
  /** does the database answer? */
  store: boolean;
  /** do the processes hear of each other? */
  bus: boolean;
  process: string;
  /** seconds */
  uptime: number;
  sockets: number;
  tables: Record<string, number>;
};

export type RatingHistory = {
  /** the last matches, the oldest first */
  points: RatingPoint[];
};

/** The rating after a match. */
export type RatingPoint = {
  at: number;
  rating: number;
  deviation: number;
};

export type BotList = {
  bots: BotInfo[];
};

/** A bot account that is connected. */
export type BotInfo = {
  user: User;
  games: string[];
  /** whose challenges a bot takes */
  accept: 'everyone' | 'accounts';
  /** does it take another match? */
  free: boolean;
  ratings: Rating[];
};

export type Tokens = {
  tokens: TokenInfo[];
};

/** A token of a bot account, without what makes it one. */
export type TokenInfo = {
  id: string;
  name: string;
  created: number;
  /** 0: never */
  used: number;
};

export type NewToken = {
  /** shown this one time: only its hash is kept */
  token: string;
  info: TokenInfo;
};

export type TokenName = {
  /** to tell it from others, such as the machine */
  name?: string;
};

export type Leaders = {
  leaders: Leader[];
};

export type Leader = {
  user: User;
  rating: Rating;
};

/** A match with a bot: it sits on seat 1, and `level` on what other seats there are. */
export type Challenge = {
  game: string;
  seats?: number | null;
  options?: Record<string, Value>;
  clock?: NewClock | null;
  level?: string;
};

/** The view of a seat or, without a hand, of a spectator. */
export type DurakView = {
  game: string;
  seats: number;
  phase: string;
  mode: 'team' | 'individual';
  /** who decides; null when over, and in phase add for all but that seat */
  to_act: number | null;
  /** H, S, C or D */
  trump: string;
  /** the open card under the stock, until it is drawn */
  bottom: string | null;
  stock: number;
  /** cards in each hand */
  counts: number[];
  /** the part of each hand that everybody has seen */
  known: string[][];
  discard: string[];
  /** who has left, in order */
  out: number[];
  /** who moved first */
  first: number;
  /** the lowest trump, if it decided who moves first */
  first_card: string | null;
  round: number;
  /** the seat that leads; in teams a partner may act for it */
  lead_seat: number;
  attacker: number;
  defender: number;
  /** attack cards that this round may have */
  limit: number;
  /** the defender has given up; attackers may still add */
  taking: boolean;
  /** rounds in a row that ended with a take */
  takes: number;
  table: DurakPair[];
  /** whose view this is; null: a spectator's */
  seat: number | null;
  hand?: string[];
};

/** An attack card on the table. */
export type DurakPair = {
  card: string;
  /** the seat that laid it */
  owner: number;
  beaten_by: string | null;
};

/** What a seat, or a spectator, may know of a round. */
export type YassaView = {
  game: string;
  seats: number;
  phase: string;
  /** whose view this is; None: a spectator's */
  seat: number | null;
  /** the seats whose decision is awaited */
  to_act: number[];
  dealer: number;
  /** 1: to the next seat */
  direction: 1 | -1;
  /** the top of the discard pile; a multi-coloured card with its colour, WC:G */
  top: string;
  /** None: nobody has laid a card on a multi-coloured start card yet */
  colour: 'R' | 'Y' | 'G' | 'B' | null;
  /** what waits for its victim */
  effect: 'none' | 'skip' | 'draw2' | 'wd4';
  last_lay: YassaLastLay | null;
  /** who can be called out in this call window */
  offender: number | null;
  /** the cards in each hand */
  counts: number[];
  /** the cards left in the stock */
  stock: number;
  /** the top last */
  discard: string[];
  /** made in this decision */
  mistakes: number;
  steps: number;
  scoring: 'winner_takes' | 'own_points';
  realtime: boolean;
  /** is the shout the players' own business? else it comes by itself */
  shouting: boolean;
  /** None: the round is void */
  winner?: number | null;
  hands?: string[][];
  hand_points?: number[];
  scores?: number[];
  /** for those who saw the check */
  shown?: YassaShownHand;
  /** in canonical order */
  hand?: string[];
  /** the card just drawn; None: there was none */
  drawn?: string | null;
  /** the seat's own decision that waits for those of others */
  answered?: string;
};

/** Who laid the top card. */
export type YassaLastLay = {
  seat: number;
  /** did the seat shout with it? */
  yassa: boolean;
};

/** A hand that was shown in a check, as it was after the last W4 was laid. */
export type YassaShownHand = {
  seat: number;
  cards: string[];
};

/** What a seat sees, or a spectator. */
export type FlightsView = {
  game: string;
  seats: number;
  phase: string;
  /** whose decision is awaited */
  to_act: number[];
  /** from 1 */
  round: number;
  max_rounds: number;
  burn_mode: string;
  multi_finish: string;
  /** who wins the game: the collector, or the most points */
  winner: string;
  /** the seat with the First-player card */
  first: number;
  /** in play, by their letters */
  colours: string[];
  /** cards in each hand */
  counts: number[];
  /** available; until the reveal with the laid one */
  flights: number[][];
  /** Flight cards that are spent */
  used: number[][];
  /** who has laid a pair that is not yet revealed */
  committed: boolean[];
  /** the revealed Flight cards; None while pairs are sealed */
  bids: (number | null)[];
  /** the taking order, empty before the reveal */
  order: number[];
  /** how many have taken and resolved; None before the reveal and at the end */
  turn: number | null;
  /** revealed cards that are not yet taken */
  table: FlightsTableCard[];
  /** the Exchange that is being resolved */
  exchange: string | null;
  /** rows of cities, from the oldest place to the newest */
  collections: string[][];
  /** how many cards it has */
  draw_pile: number;
  /** in canonical order */
  discard: string[];
  /** at the end: who has all colours, the earliest first */
  finishers: number[] | null;
  /** at the end: points */
  scores: number[] | null;
  /** at the end: who has won the game */
  winners: number[] | null;
  /** who looks; None: a spectator */
  seat: number | null;
  /** the seat's own cards */
  hand?: string[];
  /** the seat's own pair while it is sealed */
  laid?: FlightsLaidPair | null;
};

/** A laid card that is not yet taken. */
export type FlightsTableCard = {
  card: string;
  laid_by: number;
};

/** A laid card with its Flight card. */
export type FlightsLaidPair = {
  card: string;
  flight: number;
};

export type ViceroyView = {
  game: string;
  seats: number;
  phase: string;
  /** the viewer; None: a spectator */
  seat: number | null;
  /** virtual opponents */
  virtuals: number;
  open_screens: boolean;
  /** the version of the built-in deck; 0: another one */
  deck: number;
  /** from 1 to 12; 0 in the setup */
  turn: number;
  /** of the auction, from 1; 0 before it */
  round: number;
  /** an amount of gems, like B2Y1; - is nothing */
  reserve: string;
  /** what virtual opponents draw from */
  box: string;
  decks: ViceroyDecks;
  /** the auction */
  slots: ViceroySlots;
  discard: string[];
  /** virtual opponents that still bid */
  virtuals_in: number;
  active: ViceroyActive | null;
  players: ViceroyPlayer[];
  /** who owes a decision; a plan to build counts as made once it is begun */
  undecided: number[];
  /** an amount of gems, like B2Y1; - is nothing */
  gems?: string;
  attack?: number;
  hand?: string[];
  /** start cards that went back */
  returned_cards?: string[];
  /** laws looked at: 'deck N' from the top, or 'seat N' that holds it */
  known_laws?: Record<string, string>;
  sealed?: ViceroySealed | null;
  /** the question to the viewer */
  ask?: ViceroyAsk | null;
};

/** How many cards are left. */
export type ViceroyDecks = {
  large: number;
  small: number;
  law: number;
};

export type ViceroySlots = {
  B: ViceroySlot;
  R: ViceroySlot;
  G: ViceroySlot;
  Y: ViceroySlot;
};

export type ViceroySlot = {
  base: string | null;
  tip: string | null;
};

/** A card that is being played. */
export type ViceroyActive = {
  seat: number;
  card: string;
  /** the kind of decision that its player owes */
  question: string;
};

/** What everybody sees of a player. */
export type ViceroyPlayer = {
  /** behind the screen; None while it hides them */
  gems: string | null;
  /** attack tokens; None while the screen hides them */
  attack: number | null;
  hand_count: number;
  /** cards of the hand that everybody has seen */
  hand_known: string[];
  /** the card won at the auction of this turn */
  acquired: string | null;
  in_auction: boolean;
  sitting_out: boolean;
  pyramid: ViceroyPlaced[];
  /** an amount of gems, like B2Y1; - is nothing */
  endless: string;
  science: number;
  /** at the end: circles, endless gems, laws, points, magic, sets, loss by attacks */
  points: number[] | null;
};

/** A card with a place in a pyramid, what lies on it and under it. */
export type ViceroyPlaced = {
  /** a place in a pyramid, level:x like 2:-1; the first card lies at 1:0 */
  place: string;
  card: string;
  /** by kind: points, magic, science, defence, magic_bonus, circle_bonus_B */
  tokens: Record<string, number>;
  /** endless gems on the card */
  endless: string;
  /** gems stored on a law */
  stored: string;
  tucked: string[];
  /** from level 2: the colours of its sectors ll, lr, bl, br */
  circle?: string;
  /** from level 2: the sectors that a gem covers: ll, lr, bl, br */
  painted?: string[];
};

/** What the viewer has chosen while others still choose: one of these, a building has two. */
export type ViceroySealed = {
  start?: string;
  law?: string | null;
  /** a colour, ATK or - */
  bid?: string;
  want?: 'base' | 'tip' | 'continue';
  decide?: 'keep' | 'refuse';
  /** a place in a pyramid, level:x like 2:-1; the first card lies at 1:0 */
  place?: string;
  /** what is left to pay */
  rest?: string;
};

export type ViceroyAsk = {
  kind: string;
  /** take: gems at most */
  most?: number;
  /** take: gems at least */
  least?: number;
  /** draw: cards to draw */
  cards?: number;
  /** stash: the drawn card; to: the lifted card */
  card?: string;
  /** own: of the endless gem */
  colour?: 'B' | 'R' | 'G' | 'Y';
  /** hit: for a virtual opponent */
  virtual?: boolean;
  /** to: where the lifted card lay */
  from?: string;
  /** paint: the circle */
  circle?: string;
  /** endless, coin: what is left to pay */
  rest?: string;
  /** petition, top: the laws looked at */
  laws?: string[];
};

/** What a viewer may know; the last six fields are a seat's own. */
export type JunQuickView = {
  game: string;
  seats: number;
  phase: string;
  /** whose decision is awaited; null where that is a secret */
  to_act: number | null;
  round: number;
  /** the first player */
  fp: number;
  /** rounds in a row in which every hand has stayed full */
  idle: number;
  /** cards left */
  deck: number;
  discard: string[];
  /** viruses left */
  virus_deck: number;
  virus_discard: string[];
  /** how many cards, by seat */
  hands: number[];
  /** how many cards, by seat */
  nests: number[];
  /** by seat: packs of four cards, as they came home */
  homes: string[][][];
  /** by seat */
  viruses: string[][];
  in_round: number[];
  /** what is to be covered: OPEN, N1 to N4, TS, D1 to D3 */
  surface: string;
  /** the top player */
  top: number | null;
  pile: JunQuickPlay[];
  /** property cards, and the Hysterias laid on them */
  aside: string[];
  last: JunQuickLast | null;
  freeze: JunQuickFreeze | null;
  duel: JunQuickDuel | null;
  instants: JunQuickInstant[];
  /** the first player has drawn a new hand in this round */
  redrawn: boolean;
  result?: JunQuickResult;
  /** the viewer; null: a spectator */
  seat: number | null;
  hand?: string[];
  nest?: string[];
  /** by seat: cards that the viewer knows to be there */
  known_hands?: string[][];
  /** by seat: cards that the viewer knows to be there */
  known_nests?: string[][];
  /** the viewer's cards that lie face down or are given away */
  put?: string[];
  /** actions that the viewer has submitted in this window */
  choice?: string[];
};

/** A card of the pile. */
export type JunQuickPlay = {
  card: string;
  seat: number;
  /** the nominal that it counts for; 0: an influence card */
  value: number;
};

/** The play that Hysteria would undo or do again. */
export type JunQuickLast = {
  card: string;
  seat: number;
  /** who has played it or, later, the last Hysteria: this seat may not answer */
  author: number;
  in_force: boolean;
};

/** An Icewhirl: only this seat acts. */
export type JunQuickFreeze = {
  seat: number;
  /** extra plays */
  left: number;
};

/** The Fibber's game. */
export type JunQuickDuel = {
  seat: number;
  opponent: number;
  /** how many lie face down */
  cards: number;
  /** classes of cards: N1 to N4, codes of influence cards, D for any Devourer */
  claim: string[];
  /** the opponent may answer */
  complete: boolean;
};

/** An instant that was laid and waits for its effect. */
export type JunQuickInstant = {
  card: string;
  seat: number;
};

/** How the game ended. */
export type JunQuickResult = {
  /** packs that the viruses leave, by seat */
  scores: number[];
  returns: number[];
  winners: number[];
  packs: number[];
  viruses: number[];
  /** cards in the nest, by seat */
  nest: number[];
  rounds: number;
  /** deck: it ran out; idle: nobody played any more */
  end: string;
};

/** The views by game. */
export type Views = {
  durak: DurakView;
  yassa: YassaView;
  flights: FlightsView;
  viceroy: ViceroyView;
  junquick: JunQuickView;
};
