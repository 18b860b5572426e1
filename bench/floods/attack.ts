/** A request as an attacker sends it; each goes to the service of the bench alone. */
export interface AttackRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a process of its own does to the service. All of it is bounded, in number and in time. */
export interface Attack {
  /**
   * `answered`: each connection sends one request after the other. `unread`: each sends all of them ahead and reads nothing.
   * `abandoned`: each sends one and is closed without waiting for the answer. `subscribed`: each is a stream of a subscription,
   * while other requests of the list are sent.
   */
  readonly way: 'answered' | 'unread' | 'abandoned' | 'subscribed';
  /** Sent in turn. */
  readonly requests: readonly AttackRequest[];
  readonly connections: number;
  /** Requests of a wave, all connections together. */
  readonly count: number;
  readonly waves: number;
  /** Between two waves; how long unread connections stay open, or after which abandoned ones are closed. */
  readonly pauseMs: number;
  /** Between abandoned requests and the next ones. Default 0. */
  readonly betweenMs?: number;
  /** Of `subscribed`: the sessions that open the streams, in turn, and what each stream subscribes to. */
  readonly cookies?: readonly string[];
  readonly subscription?: string;
}

/** What an attacker process reads. */
export interface AttackPlan {
  readonly port: number;
  readonly attack: Attack;
  /** After which it ends whatever it does. */
  readonly maxMs: number;
}

/** A device of the victim: its secret in hexadecimal. */
export interface VictimDevice {
  readonly serial: string;
  readonly secret: string;
}

/** What the victim process reads. */
export interface VictimPlan {
  readonly port: number;
  readonly cookies: readonly string[];
  readonly devices: readonly VictimDevice[];
  readonly everyMs: number;
}

/** What a victim waited in one window, milliseconds. */
export interface VictimWindow {
  readonly requests: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Answers other than success, by their status; 0 for a lost connection. */
  readonly failed: Readonly<Record<string, number>>;
}
