import { startTestApp, type TestApp } from '../support/app.ts';
import { insertServiceAccount } from '../support/factories/service-account.ts';
import { itInHeavy, RACE_ROUNDS, race, withoutGuard } from '../support/race.ts';

const AT_ONCE = 30;
const MAX_ROUNDS = 20;
const ACCOUNTS = 'src/persistence/service-accounts/service-account-repository.ts';

type End = (app: TestApp, account: string, owner: string) => Promise<unknown>;

/** What ends the rights of a token, each by an answer after which it writes nothing. */
const ENDS: readonly (readonly [name: string, end: (root: Awaited<ReturnType<TestApp['as']>>) => End])[] = [
  ['revoked', (root) => (_app, account) => root.rest('DELETE', `/v1/admin/service-accounts/${account}`)],
  [
    'of an owner who is demoted',
    (root) => (_app, _account, owner) => root.rest('PATCH', `/v1/admin/team/${owner}/role`, { role: 'VIEWER' }),
  ],
  [
    'of an owner who is suspended',
    (root) => (_app, _account, owner) => root.rest('PATCH', `/v1/admin/team/${owner}/status`, { status: 'SUSPENDED' }),
  ],
];

/** The races of tokens, for the heavy suite. */
export function describeTokenRaces(): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  describe.each(ENDS)(`a token %s during its writes, ${RACE_ROUNDS} rounds`, (_name, endedBy) => {
    it('a token that ends during its writes writes nothing after the answer', async () => {
      let late = 0;
      for (let round = 0; round < RACE_ROUNDS; round += 1) late += await writtenAfter(app, endedBy);
      expect(late).toBe(0);
    });

    itInHeavy('still writes without the lock', async () => {
      const start = await withoutGuard(ACCOUNTS, { lockServiceAccountForShare: () => Promise.resolve(true) });
      const unguarded = await start();
      let late = 0;
      for (let round = 0; round < MAX_ROUNDS && late === 0; round += 1) late += await writtenAfter(unguarded, endedBy);
      await unguarded.stop();
      expect(late).toBeGreaterThan(0);
    });
  });
}

/** How many customers a token made after the answer that ended its rights. */
async function writtenAfter(app: TestApp, endedBy: (typeof ENDS)[number][1]): Promise<number> {
  const root = await app.as('SUPER_ADMIN');
  const owner = await app.as('SUPER_ADMIN');
  const script = await insertServiceAccount(app, owner.admin.id);
  const fullName = `race ${script.id}`;
  const made = async () =>
    (await app.sql('select count(*)::int from customer where full_name = $1', [fullName]))[0].count;
  const end = endedBy(root);
  let madeUntilEnd = 0;
  await race(AT_ONCE, async (index) => {
    if (index !== 5) {
      await script.rest('POST', '/v1/admin/customers', { fullName, email: `${index}.${script.id}@karvon.test` });
      return;
    }
    await end(app, script.id, owner.admin.id);
    madeUntilEnd = await made();
  });
  return (await made()) - madeUntilEnd;
}
