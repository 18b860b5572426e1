import { v7 as uuidv7 } from 'uuid';
import { INSTALLATION_STATUSES } from '../../src/model/enums.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Reply } from '../support/callers.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { makeRelease } from '../support/factories/release.ts';
import { eventsOf, miscounted, report, rowOf } from './support.ts';

/**
 * The whole table of what a report does, written down apart from the code. A row is where an installation stands, a column
 * what its device says. A cell is what the device is answered:
 *   >  moves on          <  began again        =  stays, a sign of life     .  stays, 201, not applied
 *   S F B  ends SUCCESS, FAILED, ROLLED_BACK   d  the same end again        x  stays, 201, told to abort
 *   T I R  409 INSTALLATION_TERMINAL, INSTALLATION_INTERRUPTED, RELEASE_REVOKED
 * Columns: AVAILABLE QUEUED DOWNLOADING VERIFYING TRANSFERRING INSTALLING REBOOTING VALIDATING SUCCESS FAILED ROLLED_BACK
 */
interface Standing {
  readonly status: string;
  readonly closed_reason?: string;
  readonly failure_source?: string;
  readonly failure_code?: string;
  readonly verification?: string;
}

const OPEN = [
  'AVAILABLE',
  'QUEUED',
  'DOWNLOADING',
  'VERIFYING',
  'TRANSFERRING',
  'INSTALLING',
  'REBOOTING',
  'VALIDATING',
].map((status) => [status, { status }] as const);

const STANDINGS = {
  ...Object.fromEntries(OPEN),
  'AVAILABLE withdrawn': { status: 'AVAILABLE', closed_reason: 'RELEASE_PAUSED' },
  'QUEUED withdrawn': { status: 'QUEUED', closed_reason: 'SUPERSEDED' },
  'SUCCESS unverified': { status: 'SUCCESS', verification: 'UNVERIFIED' },
  'SUCCESS confirmed': { status: 'SUCCESS', verification: 'CONFIRMED' },
  'FAILED by the device': { status: 'FAILED', failure_source: 'DEVICE', failure_code: 'FLASH_WRITE' },
  'FAILED by the server': { status: 'FAILED', failure_source: 'SERVER', failure_code: 'STALLED_VERIFYING' },
  'FAILED by an operator': { status: 'FAILED', failure_source: 'OPERATOR', failure_code: 'USER_CANCELLED_BY_OPERATOR' },
  'ROLLED_BACK by the device': { status: 'ROLLED_BACK', failure_source: 'DEVICE', failure_code: 'BOOT_FAILED' },
  'ROLLED_BACK by the server': { status: 'ROLLED_BACK', failure_source: 'SERVER', failure_code: 'UNKNOWN' },
} as Readonly<Record<string, Standing>>;

/** Signed after the newest report. */
const NEWER: Readonly<Record<string, string>> = {
  AVAILABLE: '. > > > > > > > S F B',
  QUEUED: '. = > > > > > > S F B',
  DOWNLOADING: '. < = > > > > > S F B',
  VERIFYING: '. < < = > > > > S F B',
  TRANSFERRING: '. < < . = > > > S F B',
  INSTALLING: '. < < . . = > > S F B',
  REBOOTING: '. < < . . . = > S F B',
  VALIDATING: '. < < . . . . = S F B',
  'AVAILABLE withdrawn': 'x x > > > > > > S F B',
  'QUEUED withdrawn': 'x x > > > > > > S F B',
  'SUCCESS unverified': 'T T T T T T T T d F B',
  'SUCCESS confirmed': 'T T T T T T T T d T T',
  'FAILED by the device': 'T T T T T T T T T d B',
  'FAILED by the server': '. > > > > > > > S F B',
  'FAILED by an operator': 'I I I I I I I I I d B',
  'ROLLED_BACK by the device': 'T T T T T T T T T d d',
  'ROLLED_BACK by the server': '. > > > > > > > S F d',
};

/** Signed before the newest report: a late packet. An offer that was never reported on knows no later one. */
const OLDER: Readonly<Record<string, string>> = {
  AVAILABLE: '. > > > > > > > S F B',
  QUEUED: '. . . . . . . . S F B',
  DOWNLOADING: '. . . . . . . . S F B',
  VERIFYING: '. . . . . . . . S F B',
  TRANSFERRING: '. . . . . . . . S F B',
  INSTALLING: '. . . . . . . . S F B',
  REBOOTING: '. . . . . . . . S F B',
  VALIDATING: '. . . . . . . . S F B',
  'AVAILABLE withdrawn': 'x x > > > > > > S F B',
  'QUEUED withdrawn': 'x x > > > > > > S F B',
  'SUCCESS unverified': 'T T T T T T T T d . .',
  'SUCCESS confirmed': 'T T T T T T T T d T T',
  'FAILED by the device': 'T T T T T T T T T d .',
  'FAILED by the server': '. . . . . . . . S . B',
  'FAILED by an operator': 'I I I I I I I I I d .',
  'ROLLED_BACK by the device': 'T T T T T T T T T d d',
  'ROLLED_BACK by the server': '. . . . . . . . S . d',
};

const REVOKED_PREFIX = 'R R R R R';
/** Of a revoked release only what is past the point of return is taken in; the rest is as ever. */
const revoked = (row: string) => `${REVOKED_PREFIX} ${row.slice(REVOKED_PREFIX.length + 1)}`;

interface Case {
  readonly name: string;
  readonly cell: string;
  readonly standing: Standing;
  readonly lifecycle: string;
  readonly says: (typeof INSTALLATION_STATUSES)[number];
  /** Milliseconds after the newest report. */
  readonly after: number;
  readonly releaseId: string;
  readonly installationId: string;
}

let app: RunningApp;
let device: MadeDevice;

const LIFECYCLES = ['ROLLING_OUT', 'PAUSED', 'COMPLETED', 'REVOKED'];
const cases: Case[] = LIFECYCLES.flatMap((lifecycle) =>
  (
    [
      ['newer', NEWER, 1_000],
      ['older', OLDER, -1_000],
    ] as const
  ).flatMap(([age, matrix, after]) =>
    Object.entries(STANDINGS).flatMap(([at, standing]) => {
      const row = matrix[at] ?? '';
      const cells = (lifecycle === 'REVOKED' ? revoked(row) : row).split(' ');
      return INSTALLATION_STATUSES.map((says, index) => ({
        name: `${lifecycle}, ${at}, ${age} ${says}`,
        cell: cells[index] ?? '?',
        standing,
        lifecycle,
        says,
        after,
        releaseId: uuidv7(),
        installationId: uuidv7(),
      }));
    }),
  ),
);

beforeAll(async () => {
  app = await sharedTestApp();
  device = await makeDevice(app, { status: 'ACTIVE' });
  const template = await makeRelease(app);
  const json = JSON.stringify(
    cases.map(({ releaseId, installationId, lifecycle, standing }, index) => ({
      releaseId,
      installationId,
      lifecycle,
      build: 100_000 + index,
      ...standing,
    })),
  );
  const columns = `c("releaseId" uuid, "installationId" uuid, lifecycle text, build int, status text, closed_reason text,
    failure_source text, failure_code text, verification text)`;
  await app.sql(
    `insert into release select (jsonb_populate_record(r, jsonb_build_object('id', c."releaseId", 'lifecycle', c.lifecycle,
       'build_number', c.build))).* from release r, jsonb_to_recordset($1) as ${columns} where r.id = $2`,
    [json, template.id],
  );
  const now = app.clock.now();
  await app.sql(
    `insert into installation (id, device_id, release_id, attempt, status, closed_reason, failure_source, failure_code,
       failure_reason, verification, started_at, finished_at, last_report_at, last_report_ms, created_at, updated_at)
     select "installationId", $2, "releaseId", 1, status, closed_reason, failure_source, failure_code,
            case when status in ('FAILED', 'ROLLED_BACK') then 'the first reason' end, verification,
            case when status <> 'AVAILABLE' then $3::timestamptz end,
            case when status in ('SUCCESS', 'FAILED', 'ROLLED_BACK') then $3::timestamptz end,
            case when status <> 'AVAILABLE' and closed_reason is null then $3::timestamptz end,
            case when status <> 'AVAILABLE' and closed_reason is null then $4::bigint end, $3, $3
       from jsonb_to_recordset($1) as ${columns}`,
    [json, device.id, now, now.getTime()],
  );
});
afterAll(() => app.stop());

const REFUSALS: Readonly<Record<string, string>> = {
  T: 'INSTALLATION_TERMINAL',
  I: 'INSTALLATION_INTERRUPTED',
  R: 'RELEASE_REVOKED',
};

/** What a cell stands for, as the reply has it. */
function wanted({ cell, standing, says, installationId, lifecycle }: Case) {
  if (cell in REFUSALS) return { http: 409, code: REFUSALS[cell], status: standing.status };
  const moves = '><SFB'.includes(cell);
  const status = moves ? says : standing.status;
  return {
    http: 201,
    status,
    reply: {
      installationId,
      status,
      applied: moves || cell === '=',
      duplicate: cell === 'd',
      directive: directiveOf(cell, standing, status, lifecycle),
    },
  };
}

const ENDS = ['SUCCESS', 'FAILED', 'ROLLED_BACK'];

function directiveOf(cell: string, standing: Standing, status: string, lifecycle: string): string {
  const interrupted = standing.failure_source === 'OPERATOR' && 'd.'.includes(cell);
  if (cell === 'x' || interrupted) return 'ABORT';
  if (ENDS.includes(status)) return 'NONE';
  const returns = ['AVAILABLE', 'QUEUED', 'DOWNLOADING', 'VERIFYING', 'TRANSFERRING'].includes(status);
  return lifecycle === 'REVOKED' && returns ? 'ABORT' : 'CONTINUE';
}

describe('reportInstallation: a report', () => {
  it(`a report changes the installation as the transition table specifies, ${cases.length} cells`, async () => {
    const now = app.clock.now().getTime();
    const wrong: unknown[] = [];
    const check = async (one: Case, reply: Reply) => {
      const { http, code, status, reply: body } = wanted(one);
      const row = await rowOf(app, one.installationId);
      const events = await eventsOf(app, one.installationId);
      const event = events[0];
      const firstReason = row.failure_reason === 'the first reason' || '><SFB'.includes(one.cell);
      const kept = one.standing.failure_source ? firstReason : true;
      const told = code ? reply.body?.error?.code === code : isSame(reply.body, body);
      const noted =
        events.length === 1 &&
        event.source === 'DEVICE' &&
        event.reported_status === one.says &&
        event.from_status === one.standing.status &&
        event.to_status === status &&
        event.applied === (body?.applied ?? false);
      if (reply.status === http && told && row.status === status && noted && kept) return;
      wrong.push([one.name, one.cell, reply.status, reply.text, row.status, told, noted, kept].join(' | '));
    };
    for (let from = 0; from < cases.length; from += 64) {
      const some = cases.slice(from, from + 64);
      const replies = await Promise.all(
        some.map(({ releaseId, installationId, says, after }) =>
          report(
            app,
            device,
            { releaseId, installationId, status: says, failureReason: 'a later reason' },
            now + after,
          ),
        ),
      );
      await Promise.all(some.map((one, index) => check(one, replies[index] as Reply)));
    }
    expect(wrong).toEqual([]);
    expect(cases.filter(({ cell }) => !'><=.SFBdxTIR'.includes(cell))).toEqual([]);
  });

  it('a report keeps the counters of the release equal to a recount', async () => {
    expect(await miscounted(app)).toEqual([]);
  });
});

function isSame(reply: unknown, body: unknown): boolean {
  const sorted = (value: unknown) => JSON.stringify(Object.entries(value ?? {}).sort());
  return sorted(reply) === sorted(body);
}
