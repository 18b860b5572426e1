import { sharedTestApp } from '../support/app.ts';
import { RACE_ROUNDS, race } from '../support/race.ts';
import { describeProvisionRace } from './provision-race.ts';
import { BATCHES, draft, provision } from './support.ts';

describeProvisionRace();

it('a concurrent delete never removes a batch that is being provisioned', async () => {
  const app = await sharedTestApp();
  try {
    const admin = await app.as('ADMIN');
    for (let round = 0; round < RACE_ROUNDS * 2; round += 1) {
      const batch = await draft(admin, { quantity: 5 });
      const [provisioned, deleted] = await race(2, (index) =>
        index === 0 ? provision(admin, batch.id) : admin.rest('DELETE', `${BATCHES}/${batch.id}`),
      );
      expect([
        [201, 409],
        [404, 200],
      ]).toContainEqual([provisioned?.status, deleted?.status]);
    }
  } finally {
    await app.stop();
  }
});
