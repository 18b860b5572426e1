import type { EntityManager } from '@mikro-orm/postgresql';
import type { StoredCustomer } from '../../src/model/records/customer.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Reply } from '../support/callers.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { itInHeavy, RACE_ROUNDS, race, unguarded, withoutGuard } from '../support/race.ts';
import { CUSTOMERS, customer, newEmail, newPhone } from './support.ts';

const REPOSITORY = 'src/persistence/customers/customer-repository.ts';
const RACERS = process.env.HEAVY === '1' ? 50 : 10;

type Start = typeof startTestApp;

/** The races between writes of customers, each also seen to go wrong without its guard. */
export function describeCustomerRaces(): void {
  it('concurrent creations never make two customers with one phone number or address, however they are typed', async () => {
    await withApp(startTestApp, async (app) => {
      const sales = await app.as('SALES');
      for (let round = 0; round < RACE_ROUNDS; round += 1) {
        const [phone, email] = [newPhone(), newEmail()];
        const forms = [
          phone,
          phone.slice(1),
          `00${phone.slice(1)}`,
          `${phone.slice(0, 6)} ${phone.slice(6)}`,
          phone.slice(4),
        ];
        const byPhone = await race(RACERS, (index) =>
          sales.rest('POST', CUSTOMERS, { fullName: 'Racer', phone: forms[index % forms.length] }),
        );
        expect(tally(byPhone)).toEqual({ 201: 1, DUPLICATE_PHONE: RACERS - 1 });
        const byEmail = await race(RACERS, (index) =>
          sales.rest('POST', CUSTOMERS, { fullName: 'Racer', email: index % 2 ? email : email.toUpperCase() }),
        );
        expect(tally(byEmail)).toEqual({ 201: 1, DUPLICATE_EMAIL: RACERS - 1 });
      }
    });
  });

  it('one of several concurrent updates of one revision succeeds; without a revision all succeed', async () => {
    await withApp(startTestApp, async (app) => {
      for (let round = 0; round < RACE_ROUNDS; round += 1) {
        expect(await updateAtOnce(app, { 'if-match': '"1"' })).toEqual({ 200: 1, REVISION_CONFLICT: RACERS - 1 });
        expect(await updateAtOnce(app)).toEqual({ 200: RACERS });
      }
    });
  });

  itInHeavy('without the lock, some concurrent updates fail', async () => {
    const unlocked = {
      async lockCustomer(em: EntityManager, id: string) {
        // The entity of the modules loaded anew, not of this file's.
        const { Customer } = await unguarded<typeof import('../../src/persistence/customers/customer.entity.ts')>(
          'src/persistence/customers/customer.entity.ts',
        );
        return em.findOne(Customer, { id });
      },
    };
    await withApp(await withoutGuard(REPOSITORY, unlocked), async (app) => {
      const outcomes: unknown[] = [];
      for (let round = 0; round < RACE_ROUNDS; round += 1) outcomes.push(await updateAtOnce(app));
      expect(outcomes).not.toEqual(outcomes.map(() => ({ 200: RACERS })));
    });
  });

  it('concurrent calls for the same new customer create one customer', async () => {
    await withApp(startTestApp, async (app) => {
      for (let round = 0; round < RACE_ROUNDS; round += 1) {
        expect(await transferAtOnce(app)).toEqual({ replies: { 201: RACERS }, customers: 1 });
      }
    });
  });

  itInHeavy('checking before inserting creates several customers', async () => {
    const naive = {
      async insertCustomerOnce(em: EntityManager, { fullName, email, source }: StoredCustomer, now: Date) {
        const { execute } =
          await unguarded<typeof import('../../src/persistence/sql/query.ts')>('src/persistence/sql/query.ts');
        const { newId } =
          await unguarded<typeof import('../../src/persistence/columns.ts')>('src/persistence/columns.ts');
        const id = newId();
        await execute(
          em,
          'insert into customer (id, full_name, email, source, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)',
          [id, fullName, email, source, now],
        );
        return id;
      },
    };
    await withApp(await withoutGuard(REPOSITORY, naive), async (app) => {
      const outcomes: unknown[] = [];
      for (let round = 0; round < RACE_ROUNDS; round += 1) outcomes.push(await transferAtOnce(app));
      expect(outcomes).not.toEqual(outcomes.map(() => ({ replies: { 201: RACERS }, customers: 1 })));
    });
  });
}

async function withApp(start: Start, work: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await start();
  try {
    await work(app);
  } finally {
    await app.stop();
  }
}

async function updateAtOnce(app: TestApp, headers: Readonly<Record<string, string>> = {}) {
  const sales = await app.as('SALES');
  const { id } = await customer(sales);
  const replies = await race(RACERS, (index) =>
    sales.rest('PATCH', `${CUSTOMERS}/${id}`, { city: `City ${index}` }, headers),
  );
  return tally(replies);
}

/** Gives many devices to the same person, whom nobody knows yet. */
async function transferAtOnce(app: TestApp) {
  const admin = await app.as('ADMIN');
  const devices: MadeDevice[] = [];
  for (let made = 0; made < RACERS; made += 1) devices.push(await makeDevice(app, { status: 'ACTIVE' }));
  const customerEmail = newEmail();
  const replies = await race(RACERS, (index) =>
    admin.rest('POST', `/v1/admin/devices/${devices[index]?.id}/transfer`, { customerEmail, reason: 'A gift' }),
  );
  const [{ customers }] = await app.sql('select count(*)::int as customers from customer where email = $1', [
    customerEmail,
  ]);
  return { replies: tally(replies), customers };
}

/** How often which answer came: a success by its status, a refusal by its code. */
function tally(replies: readonly Reply[]): Record<string, number> {
  const words = replies.map(({ status, body }) => (status < 300 ? String(status) : body.error.code));
  return Object.fromEntries(words.map((word) => [word, words.filter((other) => other === word).length]));
}
