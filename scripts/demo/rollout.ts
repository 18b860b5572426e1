import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PowerCut } from '../../src/simulator/board.ts';
import { createDevice, type SimulatedDevice, type Turn } from '../../src/simulator/device.ts';
import type { DeviceEvent } from '../../src/simulator/device-state.ts';
import { runRound } from '../../src/simulator/fleet.ts';
import { trustKeys } from '../../src/simulator/signed-manifest.ts';
import { buildImage } from './app-image.ts';
import { Client } from './client.ts';
import { karvon } from './karvon.ts';
import { letGo, takeOn } from './operators.ts';
import type { Service } from './service.ts';
import { type Envelope, openStation } from './station.ts';
import { must, type Story } from './story.ts';

const LAMPS = 20;
/** Rate limit: envelopes per operator and minute. */
const ENVELOPES_EACH = 3;
const CONCURRENCY = 5;
const VERSION = '1.1.0';
const BUILD = 110;
const IMAGE_BYTES = 400_000;
const KEY_LIFETIME_MS = 60 * 60 * 1000;

/** A lamp of the fleet with its envelope. */
export interface Lamp {
  readonly id: string;
  readonly device: SimulatedDevice;
  readonly envelope: Envelope;
}

export interface Rollout {
  readonly admin: Client;
  readonly releaseId: string;
  readonly lamps: readonly Lamp[];
  /** The lamp whose false failure was reconciled. */
  readonly recovered: Lamp;
}

/** From a signing key to twenty lamps that run the signed release. */
export async function rollOut(story: Story, service: Service): Promise<Rollout> {
  const admin = new Client(service.url);
  await admin.rest('POST', '/v1/admin/auth/login', { email: service.email, password: service.password });
  // Its own hardware revision, so that the key and the release affect no other device.
  const hardwareRevision = `demo-${randomBytes(4).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'karvon-release-'));
  try {
    const releaseId = await makeRelease(story, { admin, trustFile: service.trustFile, hardwareRevision, folder });
    const fleet = await makeLamps(story, { admin, service, hardwareRevision });
    const recovered = await updateAll(story, { admin, releaseId, ...fleet });
    return { admin, releaseId, lamps: fleet.lamps, recovered };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Release {
  readonly id: string;
  readonly lifecycle: string;
  readonly rolloutPercentage: number;
}

interface Bench {
  readonly admin: Client;
  readonly trustFile: string;
  readonly hardwareRevision: string;
  readonly folder: string;
}

async function makeRelease(story: Story, { admin, trustFile, hardwareRevision, folder }: Bench): Promise<string> {
  const key = join(folder, 'release.jwk');
  const image = join(folder, 'firmware.bin');
  const file = join(folder, `lamp-${VERSION}.release`);

  story.chapter('The build');
  must(
    existsSync(dirname(trustFile)),
    `the folder of RELEASE_TRUST_FILE (${trustFile}) does not exist: set it to the registry of the service`,
  );
  await story.step(
    'generates a signing key, valid for this hardware revision and one hour, and adds its public key to the registry',
    () =>
      karvon(
        ...['release', 'keygen', '--out', key, '--trust', trustFile, '--label', `Demo ${hardwareRevision}`],
        ...['--hardware-revisions', hardwareRevision],
        ...['--not-after', new Date(Date.now() + KEY_LIFETIME_MS).toISOString()],
      ),
    (printed) => `key ${JSON.parse(printed).kid}`,
  );
  await story.step(
    `packs an image of ${IMAGE_BYTES} bytes as version ${VERSION} and signs the package`,
    async () => {
      writeFileSync(image, buildImage(VERSION, IMAGE_BYTES));
      const about = ['--model', 'LAMP1', '--hardware-revision', hardwareRevision, '--build', String(BUILD)];
      await karvon('release', 'pack', '--image', image, '--out', file, ...about);
      await karvon('release', 'sign', file, '--key', key);
      return karvon('release', 'verify', file, '--trust', trustFile, '--channel', 'STABLE');
    },
    (output) => output.replace(`${folder}/`, ''),
  );

  story.chapter('The firmware manager');
  const form = async (fields: Readonly<Record<string, string>>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    data.set('file', await openAsBlob(file), `lamp-${VERSION}.release`);
    return data;
  };
  await story.step(
    'has the package inspected, without storing it',
    async () =>
      admin.upload<{ valid: boolean; signatures: { status: string }[]; problems: { code: string }[] }>(
        '/v1/admin/firmware/packages/inspect',
        await form({}),
      ),
    ({ valid, signatures, problems }) => {
      must(valid, `the package has problems: ${problems.map(({ code }) => code).join(', ')}`);
      return `valid, signature ${signatures.map(({ status }) => status).join(', ')}`;
    },
  );
  const { id } = await story.step(
    'uploads the package',
    async () =>
      admin.upload<Release>(
        '/v1/admin/firmware/packages',
        await form({ channel: 'STABLE', releaseNotes: 'Warmer white, and faster to the network.' }),
      ),
    ({ lifecycle }) => lifecycle,
  );
  await story.step(
    'sets the release to READY; no lamp gets an offer yet',
    () => setLifecycle(admin, id, 'READY'),
    ({ lifecycle }) => lifecycle,
  );
  return id;
}

interface Factory {
  readonly admin: Client;
  readonly service: Service;
  readonly hardwareRevision: string;
}

interface LampFleet {
  readonly lamps: readonly Lamp[];
  readonly events: Map<string, DeviceEvent[]>;
  /** Serials of the lamps that fail next, by kind of failure. */
  readonly failures: { powerCut?: string; falseAlarm?: string };
}

async function makeLamps(story: Story, { admin, service, hardwareRevision }: Factory): Promise<LampFleet> {
  story.chapter('The factory');
  const operatorCount = Math.ceil(LAMPS / ENVELOPES_EACH);
  const operators = await story.step(
    `creates ${operatorCount} operators: each can request ${ENVELOPES_EACH} envelopes per minute`,
    () => takeOn(admin, service, operatorCount),
    () => 'each with a new password',
  );
  const station = openStation(hardwareRevision);
  const made = await story.step(
    `creates ${LAMPS} lamps and provisions them with encrypted envelopes`,
    async () => {
      const { devices } = await admin.rest<{ devices: { id: string; serial: string }[] }>(
        'POST',
        '/v1/admin/devices/batches',
        { batchCode: hardwareRevision.toUpperCase(), model: 'LAMP1', hardwareRevision, quantity: LAMPS },
      );
      const assignments = operators.map((operator, position) => ({
        operator,
        share: devices.filter((_, index) => index % operatorCount === position),
      }));
      const opened = await Promise.all(
        assignments.map(async ({ operator, share }) => {
          const envelopes: { id: string; envelope: Envelope }[] = [];
          for (const device of share) {
            envelopes.push({ id: device.id, envelope: await station.envelopeOf(operator.client, device) });
          }
          return envelopes;
        }),
      );
      await letGo(admin, operators);
      return opened.flat();
    },
    (lamps) => `${lamps.length} envelopes decrypted, operator accounts disabled`,
  );
  const trusted = made[0]?.envelope.releaseTrustJwks.keys.length ?? 0;
  must(trusted > 0, 'the envelopes contain no release key: RELEASE_TRUST_FILE must be the registry of this service');

  const events: LampFleet['events'] = new Map();
  const failures: LampFleet['failures'] = {};
  const lamps = made.map(({ id, envelope }): Lamp => {
    const { serial, deviceSecret, releaseTrustJwks } = envelope;
    const history: DeviceEvent[] = [];
    events.set(serial, history);
    const device = createDevice({
      identity: {
        serial,
        secret: Buffer.from(deviceSecret, 'base64url'),
        hardwareRevision,
        trust: trustKeys(releaseTrustJwks),
      },
      url: service.url,
      fetch,
      clock: { now: () => new Date() },
      onEvent: (event) => history.push(event),
      power: (point) => {
        const isHalfWritten = (device.view().progress ?? 0) > 0.5;
        if (point !== 'flash' || !isHalfWritten || failures.powerCut !== serial) return;
        failures.powerCut = undefined;
        throw new PowerCut(point);
      },
      selfTest: () => (failures.falseAlarm === serial ? 'FALSE_ALARM' : 'PASS'),
    });
    return { id, device, envelope };
  });
  await story.step(
    'switches the lamps on: each sends a heartbeat and asks for firmware, and none is offered',
    () => turnsOf(lamps),
    (turns) => {
      const reasons = new Set(turns.map(({ reason }) => reason));
      must(reasons.size === 1 && reasons.has('NO_RELEASE'), `the lamps got ${[...reasons].join(', ')}`);
      return `${LAMPS} × NO_RELEASE`;
    },
  );
  return { lamps, events, failures };
}

interface Update extends LampFleet {
  readonly admin: Client;
  readonly releaseId: string;
}

async function updateAll(story: Story, { admin, releaseId, lamps, events, failures }: Update): Promise<Lamp> {
  const updated = () => lamps.filter(({ device }) => device.view().app?.version === VERSION);
  const waiting = () => lamps.filter(({ device }) => device.view().app?.version !== VERSION);

  story.chapter('The rollout');
  await story.step(
    'starts at 10 %',
    async () => {
      await setLifecycle(admin, releaseId, 'ROLLING_OUT', 10);
      await turnsOf(lamps);
      return statsOf(admin, releaseId);
    },
    ({ total }) => {
      must(total === updated().length, `${total} installations exist, but ${updated().length} lamps run the release`);
      return `${updated().length} of ${LAMPS} lamps are in this stage and updated`;
    },
  );
  await setLifecycle(admin, releaseId, 'ROLLING_OUT', 100);
  const [interrupted, misreporting, ...others] = waiting();
  if (!interrupted || !misreporting) throw new Error('all lamps were in the first stage');
  await story.step(
    'continues at 100 %',
    () => turnsOf(others),
    () => `${updated().length} of ${LAMPS} lamps run ${VERSION}`,
  );
  must(updated().length === LAMPS - 2, `${updated().length} lamps run ${VERSION}`);
  await story.step(
    `${interrupted.device.serial} loses power during the download`,
    () => {
      failures.powerCut = interrupted.device.serial;
      return interrupted.device.turn();
    },
    ({ outcome }) => {
      must(outcome === 'POWER_CUT', `the turn ended with ${outcome}`);
      return `off, with ${Math.round((interrupted.device.view().progress ?? 0) * 100)} % in flash`;
    },
  );
  await story.step(
    'it boots, resumes the download and updates',
    () => interrupted.device.turn(),
    () => {
      const resumed = events
        .get(interrupted.device.serial)
        ?.find((event) => event.type === 'downloading' && event.from > 0);
      must(resumed?.type === 'downloading' && resumed.status === 206, 'the download restarted instead of resuming');
      must(interrupted.device.view().app?.version === VERSION, 'the lamp did not update');
      return `from byte ${resumed?.type === 'downloading' ? resumed.from : 0}, 206 Partial Content`;
    },
  );
  await falseAlarm(story, admin, releaseId, misreporting, failures);
  await story.step(
    'the release is completed',
    async () => {
      await setLifecycle(admin, releaseId, 'COMPLETED');
      return statsOf(admin, releaseId);
    },
    ({ total, byStatus, confirmed }) => {
      const success = byStatus.find(({ status }) => status === 'SUCCESS')?.count ?? 0;
      must(total === LAMPS && success === LAMPS, `${success} of ${total} succeeded`);
      must(confirmed === LAMPS, `heartbeats confirmed only ${confirmed} of them`);
      return `${success} of ${LAMPS} succeeded, all confirmed by heartbeats`;
    },
  );
  return misreporting;
}

/** A lamp reports FAILED although it runs the release: its heartbeats are the evidence, and an operator reconciles it. */
async function falseAlarm(story: Story, admin: Client, releaseId: string, lamp: Lamp, failures: LampFleet['failures']) {
  const { device } = lamp;
  const installation = await story.step(
    `${device.serial} updates, but reports FAILED although it runs ${VERSION}`,
    async () => {
      failures.falseAlarm = device.serial;
      await device.turn();
      return installationOf(admin, lamp.id);
    },
    ({ status, failureCode }) => {
      must(status === 'FAILED', `the installation is ${status}`);
      return `${status}, ${failureCode}`;
    },
  );
  await story.step(
    'it sends heartbeats with the new version; the firmware manager reconciles the installation',
    async () => {
      await device.turn();
      await admin.rest('POST', `/v1/admin/firmware/installations/${installation.id}/reconcile`, {
        releaseId,
        serial: device.serial,
        expectedVersion: VERSION,
        expectedBuild: BUILD,
        expectedSlot: device.view().slot,
        observedBootState: 'valid',
        observedOtaSessionState: 'IDLE',
        reason: 'POST_BOOT_FALSE_NEGATIVE_RECONCILIATION',
      });
      return installationOf(admin, lamp.id);
    },
    ({ status, verification }) => {
      must(status === 'SUCCESS' && verification === 'CONFIRMED', `the installation is ${status}, ${verification}`);
      return `${status}, ${verification}`;
    },
  );
}

function turnsOf(lamps: readonly Lamp[]): Promise<Turn[]> {
  return runRound(
    lamps.map(({ device }) => device),
    CONCURRENCY,
  );
}

function setLifecycle(admin: Client, id: string, status: string, rolloutPercentage?: number): Promise<Release> {
  return admin.rest('PATCH', `/v1/admin/firmware/${id}/lifecycle`, { status, rolloutPercentage });
}

interface Stats {
  readonly total: number;
  readonly confirmed: number;
  readonly byStatus: readonly { readonly status: string; readonly count: number }[];
}

async function statsOf(admin: Client, id: string): Promise<Stats> {
  return (await admin.rest<{ stats: Stats }>('GET', `/v1/admin/firmware/${id}`)).stats;
}

interface Installation {
  readonly id: string;
  readonly status: string;
  readonly verification: string | null;
  readonly failureCode: string | null;
}

async function installationOf(admin: Client, deviceId: string): Promise<Installation> {
  const { device } = await admin.graphql<{ device: { installations: { nodes: Installation[] } } }>(
    `query Installation($device: ID!) {
       device(id: $device) { installations { nodes { id status verification failureCode } } }
     }`,
    { device: deviceId },
  );
  const [installation] = device.installations.nodes;
  if (!installation) throw new Error('the lamp has no installation');
  return installation;
}
