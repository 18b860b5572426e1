import { abandonEach, randomOf } from '../../fuzz/abandon.ts';
import { until } from '../support/until.ts';
import { type Abandonable, startAbandonable } from './abandoned-support.ts';

const SEED = 1_126;
const CONNECTIONS_FOR_ANALYTICS = 5;
/** Of one session. */
const MOST_STREAMS = 10;
const REPORT = '/v1/admin/analytics/sales?range=year';

const random = randomOf(SEED);
let service: Abandonable;
beforeAll(async () => {
  service = await startAbandonable();
});
afterAll(() => service.app.stop());

/** Opens as many streams as a session may have, and closes them. @returns whether none of those that were abandoned is counted any more */
async function everyStreamIsFree(): Promise<boolean> {
  const leave = new AbortController();
  const open = Array.from({ length: MOST_STREAMS }, () =>
    fetch(`${service.app.url}/graphql/stream`, {
      method: 'POST',
      headers: { ...service.credential, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: '{"query":"subscription { saleChanged { event } }"}',
      signal: leave.signal,
    }),
  );
  const statuses = (await Promise.all(open)).map(({ status }) => status);
  leave.abort();
  return statuses.every((status) => status === 200);
}

describe('requests that are abandoned at any moment', () => {
  it('requests that are abandoned at any moment leave no connection, statement, file or stream', async () => {
    await abandonEach(service.app.url, service.requests, { random });
    await service.nothingIsLeft();
    await until(everyStreamIsFree);
  });

  it('requests that are abandoned at any moment leave nothing when they have to open a connection of the database first', async () => {
    const endIdle = () =>
      service.app.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state = 'idle' and query !~ 'listen|pg_terminate'`,
      );
    const reading = service.requests.filter(({ kind }) => /report|question|overview|list/.test(kind));
    await abandonEach(service.app.url, reading, { random, before: endIdle });
    await service.nothingIsLeft();
  });

  it('requests that are abandoned at any moment keep no later report waiting, and the instance stays ready', async () => {
    const { app } = service;
    const admins = await Promise.all(Array.from({ length: CONNECTIONS_FOR_ANALYTICS }, () => app.as('VIEWER')));
    const replies = await Promise.all(admins.map((admin) => admin.rest('GET', REPORT)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await app.rest('GET', '/readyz')).status).toBe(200);
  });
});
