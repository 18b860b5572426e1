import { setTimeout as sleep } from 'node:timers/promises';
import type { Change, ChangeFeed, ChangeListener } from '../../model/ports.ts';
import { presenceWatch } from '../devices/presence-changes.ts';
import { openPool } from '../sql/pool.ts';

/** The channel of migrations/2026-11-22c-watched-changes.ts. */
const CHANNEL = 'karvon';
/** One listens, one reads who is online. */
const CONNECTIONS = 2;
/** How long a caller waits for the connection. */
const OPEN_TIMEOUT_MS = 5_000;
/** LISTEN is repeated to detect a connection that broke silently; on a working connection it changes nothing. */
const PING_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

type Warn = (message: string) => void;

/**
 * Follows the changes that the triggers report by NOTIFY. One connection listens from the first `listen` until `close`, and
 * is opened again when it is lost.
 * @param url PostgreSQL connection URL; of the server itself, because a pooler of transactions forgets LISTEN
 */
export function openChangeFeed(url: string, warn: Warn): ChangeFeed {
  const pool = openPool({ name: 'live', url, max: CONNECTIONS, warn });
  const presence = presenceWatch(pool);
  let listener: ChangeListener | undefined;
  let opened: Promise<void> | undefined;
  let disconnect: (() => void) | undefined;
  let closed = false;

  async function listen(): Promise<void> {
    const client = await pool.connect();
    const drop = once(() => client.release(true));
    try {
      client.on('notification', ({ payload = '' }) => {
        const change = changeOf(payload);
        if (change) listener?.changed(change);
      });
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      drop();
      throw error;
    }
    disconnect = drop;
    const ping = setInterval(() => client.query(`listen ${CHANNEL}`).catch(drop), PING_MS);
    ping.unref();
    client.once('end', () => {
      clearInterval(ping);
      drop();
      if (!closed) opened = reopen(true);
    });
  }

  /** Tries until it succeeds, with growing pauses. @param lost whether changes may have been missed */
  async function reopen(lost: boolean): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !closed; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await listen();
        if (lost) listener?.missed();
        return;
      } catch {
        // The pool has warned of the lost connection, and the callers that wait for one get an error.
        await sleep(pause, undefined, { ref: false });
      }
    }
  }

  return {
    async listen(to) {
      listener = to;
      opened ??= reopen(false);
      const late = new Error('The connection for live events is not open.');
      await Promise.race([opened, sleep(OPEN_TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(late))]);
    },
    presenceChanges: presence.changes,
    forgetPresence: presence.forget,
    async close() {
      closed = true;
      disconnect?.();
      await pool.end();
    },
  };
}

/** Before the names of the columns that an update changed: the last word of a payload. */
const CHANGED = 'changed=';

/** @param payload `<kind> <event> <id> [<related>...] [changed=<column>,...]`; undefined for anything else that someone notifies by hand */
function changeOf(payload: string): Change | undefined {
  const [kind = '', event, id, ...words] = payload.split(' ');
  if (!id || (event !== 'CREATED' && event !== 'UPDATED' && event !== 'DELETED')) return undefined;
  const changed = words.find((word) => word.startsWith(CHANGED));
  return {
    kind,
    event,
    id,
    related: words.filter((word) => word !== changed),
    columns: changed === undefined ? undefined : new Set(changed.slice(CHANGED.length).split(',')),
  };
}

/** The pool refuses a connection that is given back twice. */
function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
