/**
 * The line to a table: comes back by itself and resumes where it was cut.
 *
 * Messages with an effect carry an id and are kept until the server has answered; after a new connection they are sent
 * again. The server takes the same id only once, so nothing is lost and nothing happens twice.
 */
import type { ClientMessage, Lang, ServerMessage } from './wire';

export type LineState = 'connecting' | 'online' | 'lost' | 'closed';
export type Line = {
  /** The number of the last event seen. */
  seen(): number;
  lang(): Lang;
  message(message: ServerMessage): void;
  state(state: LineState, code: number): void;
};
type Body<M> = M extends unknown ? Omit<M, 'id'> : never;

const PING_EVERY = 10_000;
const PONG_WITHIN = 5_000;
const WAITS = [300, 700, 1500, 3000, 5000, 8000];
/** Codes after which trying again is of no use. */
const FINAL = new Set([4401, 4403, 4404]);

let counter = 0;
const prefix = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const newId = (): string => `${prefix}-${++counter}`;

export class TableSocket {
  #socket: WebSocket | null = null;
  #waiting = new Map<string, ClientMessage>();
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  #done = false;

  constructor(
    readonly table: string,
    readonly line: Line,
  ) {
    addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  /** Send; with an effect: until it is answered. Returns its id. */
  send(body: Body<ClientMessage>, { keep = true } = {}): string {
    const message = { ...body, id: newId() } as ClientMessage;
    if (keep) this.#waiting.set(message.id, message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    return message.id;
  }

  close(): void {
    this.#done = true;
    removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    clearTimeout(this.#retry);
    this.#stopPings();
    this.#socket?.close(1000);
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const query = new URLSearchParams({ v: String(this.line.seen()), lang: this.line.lang() });
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket?${query}`);
    this.#socket = socket;
    this.line.state(this.#failures ? 'lost' : 'connecting', 0);
    socket.onopen = () => {
      this.#failures = 0;
      this.line.state('online', 0);
      for (const message of this.#waiting.values()) socket.send(JSON.stringify(message));
      this.#ping = setInterval(() => this.#sendPing(), PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(this.#pong);
      const message = JSON.parse(event.data) as ServerMessage;
      if ('id' in message && message.id !== null) this.#waiting.delete(message.id);
      this.line.message(message);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#stopPings();
      if (this.#done) return;
      if (FINAL.has(event.code)) {
        this.close();
        this.line.state('closed', event.code);
        return;
      }
      const wait = WAITS[Math.min(this.#failures, WAITS.length - 1)]!;
      this.#failures += 1;
      this.line.state('lost', event.code);
      this.#retry = setTimeout(() => this.#connect(), wait * (0.7 + 0.6 * Math.random()));
    };
  }

  #sendPing(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.send({ t: 'ping' }, { keep: false });
    clearTimeout(this.#pong);
    this.#pong = setTimeout(() => this.#drop(), PONG_WITHIN);
  }

  /** Give up a line that does not answer: its own close event may take minutes. */
  #drop(): void {
    const socket = this.#socket;
    if (!socket || this.#done) return;
    this.#stopPings();
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    this.#failures += 1;
    this.line.state('lost', 0);
    this.#connect();
  }

  /** The tab slept or the network came back: find out now whether the line is still alive. */
  #wake = (): void => {
    if (document.hidden || this.#done) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#sendPing();
    else if (this.#socket?.readyState !== WebSocket.CONNECTING) {
      clearTimeout(this.#retry);
      this.#connect();
    }
  };

  #stopPings(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#pong);
  }
}
