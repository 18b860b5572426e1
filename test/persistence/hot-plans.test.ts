import { WRITE_FIRST_HEARTBEATS, WRITE_HEARTBEATS } from '../../src/persistence/devices/heartbeat-store.ts';
import { BY_INDEX } from '../../src/persistence/devices/hot-pool.ts';
import { FIND_PROVABLE } from '../../src/persistence/devices/provable-devices.ts';
import { RECORD_DECISIONS } from '../../src/persistence/offers/offer-decisions.ts';
import { FIND_OFFERABLE, FIND_REQUESTERS, FIND_STATES } from '../../src/persistence/offers/offer-look-up.ts';
import { type ConnectedDatabase, connectedDatabase } from '../support/database.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Of one row. */
const SMALL = 'system_settings';

let database: ConnectedDatabase;

beforeAll(async () => {
  database = await connectedDatabase(BY_INDEX);
});
afterAll(() => database.drop());

/** The tables that a statement reads whole, by the plan that a connection keeps for it. */
async function readWhole(statement: string): Promise<string[]> {
  const { rows } = await database.client.query(`explain (generic_plan, format json) ${statement}`);
  const plan: PlanNode = rows[0]['QUERY PLAN'][0].Plan;
  return scansOf(plan).flatMap((node) => {
    const table = node['Relation Name'] ?? '';
    return node['Index Cond'] === undefined && table !== SMALL ? [table] : [];
  });
}

/** Everything that reads a table. A bitmap has its condition one level below. */
function scansOf(node: PlanNode): PlanNode[] {
  if (node['Node Type'] === 'Bitmap Heap Scan') return [{ ...node, 'Index Cond': node.Plans?.[0]?.['Index Cond'] }];
  const below = (node.Plans ?? []).flatMap(scansOf);
  return node['Node Type'].endsWith('Scan') && node['Relation Name'] ? [node, ...below] : below;
}

/** Ten thousand devices with a secret. */
async function makeDevices(): Promise<void> {
  await database.client.query('alter table device drop constraint device_batch_fk');
  await database.client.query(`
    insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, created_at, updated_at)
    select gen_random_uuid(), 'KRV-' || n, gen_random_uuid(), n, 'LAMP1', 'rev-b', 'ACTIVE', now(), now()
      from generate_series(1, 10000) n`);
  await database.client.query(`
    insert into device_secret (id, device_id, version, state, sealed, created_at)
    select gen_random_uuid(), id, 1, 'ACTIVE', '\\x00', now() from device`);
  await database.client.query('analyze');
}

/** Each of them was heard and asked for firmware. */
async function hearDevices(): Promise<void> {
  await database.client.query(`
    insert into device_presence (device_id, last_seen_at, last_timestamp_ms, firmware_version, app_version, uptime, status)
    select id, now(), 0, '1.0.0', '2.0.0', 1, 'healthy' from device`);
  await database.client.query(`
    insert into offer_decision (device_id, at, reason, current_firmware, app_version, channel, poll_after_seconds)
    select id, now(), 'NO_RELEASE', '1.0.0', '2.0.0', 'STABLE', 60 from device`);
  await database.client.query('analyze');
}

/** A connection keeps a plan for its life, so none may depend on what there was when it was made. */
describe.each([
  ['nothing is there', () => Promise.resolve()],
  ['no device has spoken', makeDevices],
  ['every device has spoken', hearDevices],
])('a statement of a hot path that is planned when %s', (_when, fill) => {
  beforeAll(fill);

  it.each([
    ['look-up of devices', FIND_PROVABLE.text],
    ['heartbeats', WRITE_HEARTBEATS.text],
    ['first heartbeats', WRITE_FIRST_HEARTBEATS.text],
    ['who requests firmware', FIND_REQUESTERS],
    ['whether releases changed', FIND_STATES],
    ['releases', FIND_OFFERABLE],
    ['what devices were told', RECORD_DECISIONS],
  ])('no hot statement scans a whole table: %s', async (_what, statement) => {
    expect(await readWhole(statement)).toEqual([]);
  });
});

/** How many presences an update of one changed, and how many of them in place; it is undone. */
async function updated(assignments: string): Promise<{ updated: number; inPlace: number }> {
  const counts = async () => {
    const { rows } = await database.client.query(`
      select pg_stat_get_xact_tuples_updated(t)::int as updated, pg_stat_get_xact_tuples_hot_updated(t)::int as "inPlace"
        from (values ('device_presence'::regclass)) of_table (t)`);
    return rows[0];
  };
  await database.client.query('begin');
  // Also of what was undone before.
  const before = await counts();
  await database.client.query(
    `update device_presence set ${assignments} where device_id = (select min(device_id::text)::uuid from device_presence)`,
  );
  const after = await counts();
  await database.client.query('rollback');
  return { updated: after.updated - before.updated, inPlace: after.inPlace - before.inPlace };
}

const UNCHANGED = `firmware_version = '1.0.0', app_version = '2.0.0'`;
const HEARD = `last_seen_at = now(), last_timestamp_ms = 1, uptime = 2, wifi_rssi = -60, free_heap = 3, temperature = 4,
  status = 'busy', hardware_revision = 'rev-c', ota_slot = 'ota_1'`;

it('a heartbeat changes a presence in place: no index holds what every heartbeat changes', async () => {
  expect(await updated(`${HEARD}, ${UNCHANGED}`)).toEqual({ updated: 1, inPlace: 1 });
});

it.each(['firmware_version', 'firmware_build_number', 'app_version'])(
  'the first heartbeat after an update enters the new value into an index: %s',
  async (column) => {
    expect(await updated(`${HEARD}, ${column} = 7`)).toEqual({ updated: 1, inPlace: 0 });
  },
);

it('the check detects a sequential scan', async () => {
  expect(await readWhole('select from device where previous_status = $1')).toEqual(['device']);
});
