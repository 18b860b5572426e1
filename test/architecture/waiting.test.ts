import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WAITS =
  /timers\/promises'|\bset(?:Timeout|Interval)\(|AbortSignal\.timeout|performance\.now\(|toBeLessThan\w*\(\w*_MS\)/;
/** Jest's own limit holds for every test: until.ts is patient, and a shorter limit fails on a slow machine. */
const LIMITS = /\bjest\.setTimeout\(|^\s*\}, (?:\d[\d_]*|[A-Z_]+_MS)\);$/m;

const LOOKS = 'between two looks at what it waits for';
const TURN = 'for a turn of the event loop, not for a time';
const DWELLS = 'a copy of the service without its guard dwells where the guard was (test/rare)';
const ONCE_A_SECOND = 'compares how often something happens with the time that has passed';

/** Files of `npm test` that wait for a time, or measure one, with what for. */
const ALLOWED: Readonly<Record<string, string>> = {
  'firmware/races.ts': DWELLS,
  'graphql/live-cost.test.ts': ONCE_A_SECOND,
  'heartbeats/batching.test.ts': TURN,
  'heartbeats/device-days.test.ts': 'pauses between kills of connections',
  'http/abuse.test.ts': 'a client that reads slowly',
  'http/json-body.test.ts': TURN,
  'http/probes.test.ts': ONCE_A_SECOND,
  'http/wire-app.ts': TURN,
  'installations/offer-races.ts': DWELLS,
  'installations/report-races.ts': DWELLS,
  'limits/rate-limits.test.ts': ONCE_A_SECOND,
  'pairing/races.ts': DWELLS,
  'preorders/races.ts': DWELLS,
  'sales/preorder-races.ts': DWELLS,
  'sales/races.ts': DWELLS,
  'simulator/device-behavior.test.ts': 'compares times of simulated lives',
  'support/console.ts': TURN,
  'support/database.ts': LOOKS,
  'support/postgres.ts': LOOKS,
  'support/race.ts': 'as long as the service says in Retry-After',
  'support/service.ts': 'ends a start that never ends',
  'support/until.ts': LOOKS,
  'team/races.ts': DWELLS,
};

const texts = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/^(?:heavy|rare|architecture)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join('test', file), 'utf8') }));

it('tests wait for conditions (test/support/until.ts), not for times', () => {
  expect(texts.filter(({ text }) => WAITS.test(text)).map(({ file }) => file)).toEqual(Object.keys(ALLOWED));
});

it('no test has a time limit of its own', () => {
  expect(texts.filter(({ text }) => LIMITS.test(text)).map(({ file }) => file)).toEqual([]);
});
