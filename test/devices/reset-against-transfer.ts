import type { EntityManager } from '@mikro-orm/postgresql';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { itInHeavy, RACE_ROUNDS, race, unguarded, withoutGuard } from '../support/race.ts';

const RACERS = 50;
/** Within which a race without its guard goes wrong. */
const MOST_ROUNDS = 20;

/**
 * One round: 50 calls at once on one claimed device, claim resets and transfers in turn.
 * @returns what is wrong afterwards; nothing when reset and transfer held
 */
async function resetAgainstTransfer(app: TestApp, round: number): Promise<string[]> {
  const admin = await app.as('ADMIN');
  const { id } = await makeDevice(app, { status: 'ACTIVE', pairings: 3 });
  const path = `/v1/admin/devices/${id}`;
  const replies = await race(RACERS, (index) =>
    index % 2 === 0
      ? admin.rest('POST', `${path}/transfer`, { customerEmail: `r${round}.${index}@example.com`, reason: 'race' })
      : admin.rest('POST', `${path}/claim/reset`, { reason: 'race' }),
  );
  const [device]: Json[] = await app.sql('select * from device where id = $1', [id]);
  const codes = await app.sql(`select last_four from claim_code where device_id = $1 and status = 'AVAILABLE'`, [id]);
  const live = await app.sql('select 1 from pairing where device_id = $1 and revoked_at is null', [id]);
  const events = await app.sql('select * from device_event where device_id = $1 order by id', [id]);
  const entries = await app.sql('select 1 from audit_entry where target_id = $1', [id]);

  const made = replies.filter(({ status }) => status === 201);
  const refused = replies.filter(({ body }) => body?.error?.code === 'INVALID_TRANSITION');
  const ended = events.filter(({ from_owner_id: from, to_owner_id: to }) => from !== to);
  const codesGiven = made.map(({ body }) => body.claimCode?.slice(-4)).filter(Boolean);
  const broken: Record<string, boolean> = {
    'a call was neither done nor refused as a transition': made.length + refused.length < RACERS,
    'no reset was done': codesGiven.length === 0,
    'the device is not READY without an owner, as the last reset left it': device.status !== 'READY' || device.owner_id,
    'the device has not exactly one code to claim': codes.length !== 1,
    'the code to claim was given to nobody': !codesGiven.includes(codes[0]?.last_four),
    'a pairing is live': live.length > 0,
    'the epoch does not count the ends of ownership': device.pairing_epoch !== ended.length,
    'the history has not one entry for each success': events.length !== made.length,
    'the audit has not one entry for each success': entries.length !== made.length,
    'a transfer came after a reset': isTransferAfterReset(events),
  };
  return Object.keys(broken).filter((what) => broken[what]);
}

/** A reset leaves nobody to transfer from: in the history, no transfer starts at READY. */
function isTransferAfterReset(events: readonly Json[]): boolean {
  return events.some(({ cause, from_status: from }) => cause === 'transferDevice' && from === 'READY');
}

const REPOSITORY = 'src/persistence/devices/device-repository.ts';

/** Rounds on a service of its own until one breaks. @returns what was broken */
async function rounds(start: typeof startTestApp, most = RACE_ROUNDS): Promise<string[]> {
  const app = await start();
  try {
    for (let round = 0; round < most; round++) {
      const broken = await resetAgainstTransfer(app, round);
      if (broken.length > 0) return broken;
    }
    return [];
  } finally {
    await app.stop();
  }
}

/** Claim reset against transfer, with and without the lock on the device. */
export function describeResetAgainstTransfer(): void {
  describe('concurrent claim resets and transfers of one device', () => {
    it('concurrent claim resets and transfers of one device leave a consistent owner, claim code and history', async () => {
      expect(await rounds(startTestApp)).toEqual([]);
    });

    itInHeavy('leave an inconsistent device if the lock on it is removed', async () => {
      const start = await withoutGuard(REPOSITORY, { lockDevice: readWithoutLock });
      expect(await rounds(start, MOST_ROUNDS)).not.toEqual([]);
    });
  });
}

async function readWithoutLock(em: EntityManager, id: string) {
  const { Device } = await unguarded<typeof import('../../src/persistence/devices/device.entity.ts')>(
    'src/persistence/devices/device.entity.ts',
  );
  return em.findOne(Device, { id });
}
