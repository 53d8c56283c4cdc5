/** A table as this browser knows it: what the server has said, in order, and what was asked of it. */
import { lang, t } from './i18n';
import { moving } from './motion';
import { openLuck } from './proof';
import { TableSocket, type LineState } from './socket';
import { play, soundOf } from './sound';
import { clear, toast } from './toast.svelte';
import type { ChatMessage, Clock, Layout, Legal, Over, ServerMessage, TableEvent, TableInfo, UpdateMessage, View } from './wire';

const LOG_LENGTH = 500;
const NEW_DEAL = 20; // events: with more of them it has been going on before one came

export class LiveTable {
  table: TableInfo | null = $state.raw(null);
  you: number | null = $state(null);
  user: string | null = $state(null);
  line: LineState = $state('connecting');
  code = $state(0);
  view: View | null = $state.raw(null);
  layout: Layout | null = $state.raw(null);
  aids: UpdateMessage['aids'] = $state.raw(null);
  awaited: UpdateMessage['awaited'] = $state.raw(null);
  legal: Legal[] = $state.raw([]);
  owed = $state(false);
  free = $state(false);
  clock: Clock | null = $state.raw(null);
  over: Over | null = $state.raw(null);
  deal = $state(-1); // nothing was told yet; 0: none was dealt
  events: TableEvent[] = $state.raw([]);
  log: TableEvent[] = $state.raw([]);
  chat: ChatMessage[] = $state.raw([]);
  unread = $state(0);
  hinted: string | null = $state(null);
  /** The id of an action that is on its way. */
  sent: string | null = $state(null);
  /** The line is cut, and an action was on its way: it is sent again. */
  kept = $state(false);
  /** Said by the server before it closed the line. */
  bye: string | null = $state(null);

  #seen = 0;
  #updated = false; // since the last action was sent
  #done: string | null = null; // an action that is durable, while its update is still to come
  #socket: TableSocket;

  constructor(readonly id: string) {
    this.#socket = new TableSocket(id, {
      seen: () => this.#seen,
      lang,
      message: (message) => this.#take(message),
      state: (state, code) => {
        this.line = state;
        this.kept = state !== 'online' && (this.kept || this.sent !== null);
        this.code = code;
        if (state !== 'online') this.sent = null;
      },
    });
  }

  close(): void {
    this.#socket.close();
  }

  act(a: string): void {
    if (this.sent) return;
    clear(); // an advice, a refusal
    this.#updated = false;
    this.sent = this.#socket.send({ t: 'act', a, v: this.#seen });
  }
  why(a: string): void {
    this.#socket.send({ t: 'why', a }, { keep: false });
  }
  hint(): void {
    this.#socket.send({ t: 'hint' }, { keep: false });
  }
  takeBack(): void {
    this.#socket.send({ t: 'takeback' }, { keep: false });
  }
  consent(yes: boolean): void {
    const wish = this.table?.wish;
    if (wish) this.#socket.send({ t: 'consent', yes, n: wish.n }, { keep: false });
  }
  say(text: string): void {
    this.#socket.send({ t: 'chat', text });
  }
  next(): void {
    this.#socket.send({ t: 'next' });
  }
  useLang(): void {
    this.#socket.send({ t: 'lang', lang: lang() }, { keep: false });
  }

  #take(message: ServerMessage): void {
    switch (message.t) {
      case 'table':
        if (this.table?.id === message.table.id && message.table.taken_back > this.table.taken_back) toast(t('shell.taken_back'), 'good');
        this.table = message.table;
        this.you = message.you.seat;
        this.user = message.you.user;
        void openLuck(message.table, this.you);
        break;
      case 'update':
        void moving(() => this.#update(message));
        break;
      case 'ok':
        if (message.id === this.sent) this.#acknowledged();
        break;
      case 'error':
        if (message.id === this.sent) this.sent = null;
        toast(message.text, 'bad');
        break;
      case 'why':
        if (message.text) toast(message.text); // empty: it is possible after all
        break;
      case 'hint':
        this.hinted = message.a;
        toast(t('shell.hint_is', { what: message.label }), 'good');
        break;
      case 'chat':
        if (this.chat.some(({ n }) => n === message.n)) break;
        this.chat = [...this.chat, message].slice(-LOG_LENGTH);
        if (message.from !== this.user) this.unread += 1;
        break;
      case 'chat_gone':
        this.chat = this.chat.filter(({ n }) => n !== message.n);
        break;
      case 'bye':
        this.bye = message.text;
        break;
    }
  }

  /** The choices come back with the update that the action has caused, before or after this. */
  #acknowledged(): void {
    if (this.#updated) {
      this.sent = null;
      return;
    }
    const id = (this.#done = this.sent);
    setTimeout(() => {
      if (this.sent === id) this.sent = null;
    }, 500);
  }

  #update(message: UpdateMessage): void {
    const before = this.owed;
    const dealt = message.deal !== this.deal && message.events.length > 0 && message.events.length < NEW_DEAL;
    const fresh = message.full ? message.events : message.events.filter(({ n }) => n > this.#seen);
    this.#seen = message.v;
    this.log = message.full || message.deal !== this.deal ? fresh : [...this.log, ...fresh].slice(-LOG_LENGTH);
    this.deal = message.deal;
    // after a reload everything is history: only what is new is shown as movement
    this.events = message.full && fresh.length > 12 ? fresh.slice(-1) : fresh;
    this.view = message.view;
    this.layout = message.layout;
    this.aids = message.aids;
    this.awaited = message.awaited;
    this.legal = message.legal;
    this.owed = message.owed;
    this.free = message.free;
    this.clock = message.clock;
    if (message.over && !this.over) play(this.you !== null && message.over.winners.includes(this.you) ? 'win' : 'end');
    else {
      if (dealt) play('deal');
      else if (fresh.length) play(soundOf(fresh.map(({ e }) => e[0])));
      if (message.owed && !before) play('turn');
    }
    this.over = message.over;
    this.hinted = null;
    this.#updated = true;
    if (this.#done === this.sent) this.sent = null;
  }
}
