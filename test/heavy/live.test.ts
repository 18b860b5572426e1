import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { AdminRole } from '../../src/model/enums.ts';
import type { Keys } from '../../src/model/ports.ts';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import type { Sql } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const LISTENERS = 200;
const RECORDS = 1_000;
/** One is killed after as many changes. */
const KILLED_AFTER = 500;
/** Between two changes: 40 a second, each shown to 40 to 100 listeners. */
const PAUSE_MS = 25;

type Kind = 'device' | 'preorder' | 'sale';

/** A kind of listener: what it subscribes to, and what its role may not see of it. */
interface Part {
  readonly role: AdminRole;
  readonly kind: Kind;
  readonly query: string;
  readonly hidden?: string;
}

const OWNER = 'owner { fullName }';
const PARTS: readonly Part[] = [
  {
    role: 'ADMIN',
    kind: 'sale',
    query: 'subscription { saleChanged { event id sale { notes customer { fullName } } } }',
  },
  { role: 'SALES', kind: 'sale', query: 'subscription { saleChanged { event id sale { notes } } }' },
  {
    role: 'VIEWER',
    kind: 'preorder',
    query: 'subscription { preorderChanged { event id preorder { notes: region } } }',
  },
  {
    role: 'OPERATIONS',
    kind: 'device',
    query: `subscription { deviceChanged { event id device { serial ${OWNER} } } }`,
    hidden: 'owner',
  },
  { role: 'ADMIN', kind: 'device', query: `subscription { deviceChanged { event id device { serial ${OWNER} } } }` },
];

let database: TestDatabase;
let pool: pg.Pool;
let sql: Sql;
let keys: Keys;
let services: [Service, Service];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool, sql } = openDatabase(database.url));
  const folder = temporaryFolder('live');
  const env = { DATABASE_URL: database.url, DATA_DIR: folder };
  services = await Promise.all([startService(env), startService(env)]);
  keys = loadKeys({ kind: 'folder', path: `${folder}/keys` });
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await pool.end();
  await database.drop();
});

interface Listener {
  readonly part: Part;
  readonly caller: Caller;
  /** Ids with the time at which each was shown first, milliseconds. */
  readonly seen: Map<string, number>;
  /** All that was shown of records: what must stay hidden is looked for in it. */
  readonly events: Json[];
  readonly errors: string[];
  refetches: number;
  isOpen: boolean;
  call: ClientRequest | undefined;
}

function connect(listener: Listener, service: Service): void {
  const { caller, part } = listener;
  const call = request(`${service.url}/graphql/stream`, {
    method: 'POST',
    headers: { cookie: caller.cookie, 'content-type': 'application/json', accept: 'text/event-stream' },
  });
  const closed = () => {
    listener.isOpen = false;
  };
  listener.isOpen = true;
  listener.call = call;
  call.on('error', closed);
  call.on('response', (answer) => {
    let rest = '';
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => {
      const at = performance.now();
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) take(listener, block, at);
    });
    answer.on('error', closed);
    answer.on('close', closed);
  });
  call.end(JSON.stringify({ query: part.query }));
}

function take(listener: Listener, block: string, at: number): void {
  const text = /^data: (.*)$/m.exec(block)?.[1];
  if (!block.startsWith('event: next') || !text) return;
  const { data, errors } = JSON.parse(text);
  for (const { extensions } of errors ?? []) listener.errors.push(extensions.code);
  const [event] = Object.values<Json>(data ?? {});
  if (!event) return;
  if (event.event === 'REFETCH') {
    listener.refetches += 1;
    return;
  }
  listener.events.push(event);
  if (!listener.seen.has(event.id)) listener.seen.set(event.id, at);
}

const change: Readonly<Record<Kind, string>> = {
  device: 'update device set revision = revision + 1 where id = $1',
  preorder: `update preorder set revision = revision + 1 where id = $1`,
  sale: `update sale set notes = 'changed', revision = revision + 1 where id = $1`,
};

it('200 listeners on two instances see each of 1,000 changes that they may see, and nothing else, though one instance is killed', async () => {
  const [a, b] = services;
  const app = { sql, clock: { now: () => new Date(), advance() {}, set() {} }, runtime: { keys } } as never;
  const records: { readonly kind: Kind; readonly id: string }[] = [];
  for (let index = 0; index < RECORDS; index++) {
    const kind = (['sale', 'device', 'preorder'] as const)[index % 3] ?? 'sale';
    const make = { sale: makeSale, device: makeDevice, preorder: makePreorder }[kind] as (
      house: never,
      values?: object,
    ) => Promise<Json>;
    const { id } = await make(app, kind === 'device' ? { status: 'ACTIVE' } : {});
    records.push({ kind, id });
  }
  const listeners = await Promise.all(
    Array.from({ length: LISTENERS }, async (_, index): Promise<Listener> => {
      const part = PARTS[index % PARTS.length] as Part;
      const caller = await signedIn(a, sql, { role: part.role });
      return { part, caller, seen: new Map(), events: [], errors: [], refetches: 0, isOpen: false, call: undefined };
    }),
  );
  const [onA, onB] = [listeners.filter((_, index) => index % 2 === 0), listeners.filter((_, index) => index % 2 === 1)];
  for (const listener of onA) connect(listener, a);
  for (const listener of onB) connect(listener, b);
  await until(() => listeners.every(({ refetches }) => refetches === 1));

  // Some sign out on the way: what is committed from then on is not for them.
  const leaving = onB.filter((_, index) => index % 10 === 0);
  const leftAt = new Map<Listener, number>();
  const committedAt = new Map<string, number>();
  let reconnectedAt = 0;
  for (const [index, { kind, id }] of records.entries()) {
    if (index === KILLED_AFTER) {
      await a.kill9();
      for (const listener of leaving) {
        await sql('delete from admin_session where admin_id = $1', [listener.caller.admin.id]);
        leftAt.set(listener, index);
      }
    }
    if (index === KILLED_AFTER + 100) {
      await until(() => onA.every(({ isOpen }) => !isOpen));
      for (const listener of onA) connect(listener, b);
      await until(() => onA.every(({ refetches }) => refetches === 2));
      reconnectedAt = index;
    }
    await sql(change[kind], [id]);
    committedAt.set(id, performance.now());
    await sleep(PAUSE_MS);
  }

  const mustSee = (listener: Listener): string[] =>
    records.flatMap(({ kind, id }, index) => {
      if (kind !== listener.part.kind || index >= (leftAt.get(listener) ?? RECORDS)) return [];
      return onA.includes(listener) && index < reconnectedAt ? [] : [id];
    });
  const missing = () =>
    listeners.flatMap((listener) => mustSee(listener).filter((id) => !listener.seen.has(id))).length;
  await until(() => missing() === 0).catch(() => undefined);
  expect(missing()).toBe(0);

  // Nothing of another kind, nothing twice, nothing after a sign-out, nothing hidden.
  const kindOf = new Map(records.map(({ kind, id }, index) => [id, { kind, index }]));
  const wrong = listeners.flatMap((listener) =>
    [...listener.seen.keys()].filter((id) => {
      const { kind, index = 0 } = kindOf.get(id) ?? {};
      return kind !== listener.part.kind || index >= (leftAt.get(listener) ?? RECORDS);
    }),
  );
  expect(wrong).toEqual([]);
  expect(listeners.filter(({ events, seen }) => events.length !== seen.size)).toHaveLength(0);
  await until(() => leaving.every(({ errors }) => errors.length > 0)).catch(() => undefined);
  for (const listener of leaving) expect(listener.errors).toEqual(['ADMIN_AUTH_REQUIRED']);
  expect(listeners.filter((each) => !leaving.includes(each)).flatMap(({ errors }) => errors)).toEqual([]);
  expect(onB.filter(({ refetches }) => refetches !== 1)).toHaveLength(0);
  const devices = listeners.filter(({ part }) => part.kind === 'device');
  for (const { part, events } of devices) {
    const owners = new Set(events.map(({ device }) => device.owner?.fullName ?? null));
    expect([part.role, [...owners]]).toEqual([part.role, part.hidden ? [null] : ['Aziza Karimova']]);
  }

  const waits = listeners
    .flatMap(({ seen }) => [...seen].map(([id, at]) => Math.max(at - (committedAt.get(id) ?? 0), 0)))
    .sort((x, y) => x - y);
  const at = (share: number) => Math.round((waits[Math.floor(waits.length * share)] ?? 0) * 10) / 10;
  console.log(
    `live: ${waits.length} events to ${LISTENERS} listeners; from commit to listener: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, 99 % ${at(0.99)} ms`,
  );
  for (const { call } of listeners) call?.destroy();
});
