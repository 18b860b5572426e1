import type { EntityManager } from '@mikro-orm/postgresql';
import { startTestApp } from '../support/app.ts';
import type { Reply } from '../support/callers.ts';
import { itInHeavy, RACE_ROUNDS, race, unguarded, withoutGuard } from '../support/race.ts';
import { draft, provision } from './support.ts';

const REPOSITORY = 'src/persistence/inventory/batch-repository.ts';
const RACERS = process.env.HEAVY === '1' ? 50 : 10;
const MAX_ROUNDS = 20;
const QUANTITY = 20;
const ONCE = { won: 1, refused: RACERS - 1, other: 0, devices: QUANTITY, codes: QUANTITY, entries: 1 };

type Start = typeof startTestApp;

/** One batch provisioned from many sides at once: a few rounds in `npm test`, many in `RARE=1 npm run test:heavy`. */
export function describeProvisionRace(): void {
  describe(`${RACERS} concurrent provisionings of one batch, ${RACE_ROUNDS} rounds`, () => {
    it('concurrent provisionings of one batch create its devices once', async () => {
      const outcomes = await provisionAtOnce(startTestApp, RACE_ROUNDS);
      expect(outcomes).toEqual(Array.from({ length: RACE_ROUNDS }, () => ONCE));
    });

    itInHeavy('create devices twice without the lock', async () => {
      const start = await withoutGuard(REPOSITORY, {
        async lockBatch(em: EntityManager, id: string) {
          // The entity of the modules loaded anew, not of this file's.
          const { Batch } = await unguarded<typeof import('../../src/persistence/inventory/batch.entity.ts')>(
            'src/persistence/inventory/batch.entity.ts',
          );
          return em.findOne(Batch, { id });
        },
      });
      const outcomes = await provisionAtOnce(start, MAX_ROUNDS);
      // Two get past the check; what then stops the second is a constraint, as a fault of ours.
      expect(outcomes.every(({ won }) => won > 0)).toBe(true);
      expect(outcomes.some(({ other }) => other > 0)).toBe(true);
    });
  });
}

/** Gives for each round the statuses and what is in the database after it. */
async function provisionAtOnce(start: Start, rounds: number) {
  const app = await start();
  try {
    const admin = await app.as('ADMIN');
    const outcomes: { won: number; refused: number; other: number; devices: number; codes: number; entries: number }[] =
      [];
    for (let round = 0; round < rounds; round += 1) {
      const batch = await draft(admin, { quantity: QUANTITY });
      const replies = await race(RACERS, () => provision(admin, batch.id));
      const [stored] = await app.sql(
        `select (select count(*)::int from device where batch_id = $1) as devices,
                (select count(*)::int from claim_code c join device d on d.id = c.device_id where d.batch_id = $1) as codes,
                (select count(*)::int from audit_entry where target_id = $1::text and action = 'provisionBatch') as entries`,
        [batch.id],
      );
      outcomes.push({ ...tally(replies), ...stored });
    }
    return outcomes;
  } finally {
    await app.stop();
  }
}

function tally(replies: readonly Reply[]) {
  const won = replies.filter(({ status }) => status === 201).length;
  const refused = replies.filter(
    ({ status, body }) => status === 409 && body.error.code === 'BATCH_ALREADY_PROVISIONED',
  ).length;
  return { won, refused, other: replies.length - won - refused };
}
