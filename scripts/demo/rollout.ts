import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PowerCut } from '../../src/simulator/board.ts';
import { createDevice, type SimulatedDevice, type Turn } from '../../src/simulator/device.ts';
import type { DeviceEvent } from '../../src/simulator/device-state.ts';
import { passOver } from '../../src/simulator/fleet.ts';
import { trustKeys } from '../../src/simulator/signed-manifest.ts';
import { buildImage } from './app-image.ts';
import { Client } from './client.ts';
import { karvon } from './karvon.ts';
import { letGo, takeOn } from './operators.ts';
import type { Service } from './service.ts';
import { type Envelope, openStation } from './station.ts';
import { must, type Story } from './story.ts';

const LAMPS = 20;
/** Envelopes that one operator gets in a minute. */
const ENVELOPES_EACH = 3;
const CONCURRENCY = 5;
const VERSION = '1.1.0';
const BUILD = 110;
const IMAGE_BYTES = 400_000;
const KEY_LIFETIME_MS = 60 * 60 * 1000;

/** A lamp of the fleet with what its envelope held. */
export interface Lamp {
  readonly id: string;
  readonly device: SimulatedDevice;
  readonly envelope: Envelope;
}

export interface Rollout {
  readonly admin: Client;
  readonly releaseId: string;
  readonly lamps: readonly Lamp[];
  /** The lamp that called a false alarm and was put right. */
  readonly recovered: Lamp;
}

/** From a signing key to twenty lamps that run what it signed. */
export async function rollOut(story: Story, service: Service): Promise<Rollout> {
  const admin = new Client(service.url);
  await admin.rest('POST', '/v1/admin/auth/login', { email: service.email, password: service.password });
  // A hardware of its own: the key, the release and the lamps of this demo have to do with nothing else.
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
  must(existsSync(dirname(trustFile)), `RELEASE_TRUST_FILE must name the registry of the service, not ${trustFile}`);
  await story.step(
    'makes a key that signs for this hardware alone, for an hour, and adds its public half to the registry',
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
    (said) => said.replace(`${folder}/`, ''),
  );

  story.chapter('The firmware manager');
  const form = async (fields: Readonly<Record<string, string>>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    data.set('file', await openAsBlob(file), `lamp-${VERSION}.release`);
    return data;
  };
  await story.step(
    'has the package inspected; nothing is stored',
    async () =>
      admin.upload<{ valid: boolean; signatures: { status: string }[]; problems: { code: string }[] }>(
        '/v1/admin/firmware/packages/inspect',
        await form({}),
      ),
    ({ valid, signatures, problems }) => {
      must(valid, `the package has problems: ${problems.map(({ code }) => code).join(', ')}`);
      return `good, signature ${signatures.map(({ status }) => status).join(', ')}`;
    },
  );
  const { id } = await story.step(
    'uploads it',
    async () =>
      admin.upload<Release>(
        '/v1/admin/firmware/packages',
        await form({ channel: 'STABLE', releaseNotes: 'Warmer white, and faster to the network.' }),
      ),
    ({ lifecycle }) => lifecycle,
  );
  await story.step(
    'releases it for rollout; no lamp is offered anything yet',
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
  /** What goes wrong, and with which lamp: said before it happens. */
  readonly fate: { powerCut?: string; falseAlarm?: string };
}

async function makeLamps(story: Story, { admin, service, hardwareRevision }: Factory): Promise<LampFleet> {
  story.chapter('The factory');
  const desks = Math.ceil(LAMPS / ENVELOPES_EACH);
  const operators = await story.step(
    `takes on ${desks} operators: each gets ${ENVELOPES_EACH} envelopes a minute`,
    () => takeOn(admin, service, desks),
    () => 'each with a password of their own',
  );
  const station = openStation(hardwareRevision);
  const made = await story.step(
    `makes ${LAMPS} lamps and puts their secrets in, sealed on the way`,
    async () => {
      const { devices } = await admin.rest<{ devices: { id: string; serial: string }[] }>(
        'POST',
        '/v1/admin/devices/batches',
        { batchCode: hardwareRevision.toUpperCase(), model: 'LAMP1', hardwareRevision, quantity: LAMPS },
      );
      const perDesk = operators.map((operator, desk) => ({
        operator,
        share: devices.filter((_, index) => index % desks === desk),
      }));
      const opened = await Promise.all(
        perDesk.map(async ({ operator, share }) => {
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
    (lamps) => `${lamps.length} envelopes opened, the operators' accounts closed`,
  );
  const trusted = made[0]?.envelope.releaseTrustJwks.keys.length ?? 0;
  must(trusted > 0, 'the envelopes carry no release key: is RELEASE_TRUST_FILE the registry of this service?');

  const events: LampFleet['events'] = new Map();
  const fate: LampFleet['fate'] = {};
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
        const isHalfWay = (device.view().progress ?? 0) > 0.5;
        if (point !== 'flash' || !isHalfWay || fate.powerCut !== serial) return;
        fate.powerCut = undefined;
        throw new PowerCut(point);
      },
      selfTest: () => (fate.falseAlarm === serial ? 'FALSE_ALARM' : 'PASS'),
    });
    return { id, device, envelope };
  });
  await story.step(
    'switches them on: each says who it is, asks for firmware and is told that there is none',
    () => turnsOf(lamps),
    (turns) => {
      const reasons = new Set(turns.map(({ reason }) => reason));
      must(reasons.size === 1 && reasons.has('NO_RELEASE'), `they were told ${[...reasons].join(', ')}`);
      return `${LAMPS} × NO_RELEASE`;
    },
  );
  return { lamps, events, fate };
}

interface Update extends LampFleet {
  readonly admin: Client;
  readonly releaseId: string;
}

async function updateAll(story: Story, { admin, releaseId, lamps, events, fate }: Update): Promise<Lamp> {
  const updated = () => lamps.filter(({ device }) => device.view().app?.version === VERSION);
  const waiting = () => lamps.filter(({ device }) => device.view().app?.version !== VERSION);

  story.chapter('The rollout');
  await story.step(
    'begins with 10 %',
    async () => {
      await setLifecycle(admin, releaseId, 'ROLLING_OUT', 10);
      await turnsOf(lamps);
      return statsOf(admin, releaseId);
    },
    ({ total }) => {
      must(total === updated().length, `${total} were offered it, ${updated().length} have it`);
      return `${updated().length} of ${LAMPS} lamps are in that stage, and update`;
    },
  );
  await setLifecycle(admin, releaseId, 'ROLLING_OUT', 100);
  const [victim, alarmist, ...others] = waiting();
  if (!victim || !alarmist) throw new Error('all lamps were in the first stage');
  await story.step(
    'goes on with 100 %',
    () => turnsOf(others),
    () => `${updated().length} of ${LAMPS} lamps run ${VERSION}`,
  );
  must(updated().length === LAMPS - 2, `${updated().length} lamps have it`);
  await story.step(
    `${victim.device.serial} loses its power in the middle of the download`,
    () => {
      fate.powerCut = victim.device.serial;
      return victim.device.turn();
    },
    ({ outcome }) => {
      must(outcome === 'POWER_CUT', `its turn ended in ${outcome}`);
      return `dark, with ${Math.round((victim.device.view().progress ?? 0) * 100)} % in its flash`;
    },
  );
  await story.step(
    'it comes back, resumes where it was and updates',
    () => victim.device.turn(),
    () => {
      const resumed = events.get(victim.device.serial)?.find((event) => event.type === 'downloading' && event.from > 0);
      must(resumed?.type === 'downloading' && resumed.status === 206, 'it started its download again');
      must(victim.device.view().app?.version === VERSION, 'it did not update');
      return `from byte ${resumed?.type === 'downloading' ? resumed.from : 0}, 206 Partial Content`;
    },
  );
  await falseAlarm(story, admin, releaseId, alarmist, fate);
  await story.step(
    'the release is done',
    async () => {
      await setLifecycle(admin, releaseId, 'COMPLETED');
      return statsOf(admin, releaseId);
    },
    ({ total, byStatus, confirmed }) => {
      const success = byStatus.find(({ status }) => status === 'SUCCESS')?.count ?? 0;
      must(total === LAMPS && success === LAMPS, `${success} of ${total} succeeded`);
      must(confirmed === LAMPS, `heartbeats confirm ${confirmed} of them`);
      return `${success} of ${LAMPS} succeeded, all confirmed by the lamps' own heartbeats`;
    },
  );
  return alarmist;
}

/** A lamp that says it failed although it runs: its heartbeats prove it, and an operator puts it right. */
async function falseAlarm(story: Story, admin: Client, releaseId: string, lamp: Lamp, fate: LampFleet['fate']) {
  const { device } = lamp;
  const installation = await story.step(
    `${device.serial} updates and calls a false alarm: FAILED, and yet it runs ${VERSION}`,
    async () => {
      fate.falseAlarm = device.serial;
      await device.turn();
      return installationOf(admin, lamp.id);
    },
    ({ status, failureCode }) => {
      must(status === 'FAILED', `its installation is ${status}`);
      return `${status}, ${failureCode}`;
    },
  );
  await story.step(
    'it sends heartbeats of the new version; the firmware manager reconciles the two',
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
      must(status === 'SUCCESS' && verification === 'CONFIRMED', `its installation is ${status}, ${verification}`);
      return `${status}, ${verification}`;
    },
  );
}

function turnsOf(lamps: readonly Lamp[]): Promise<Turn[]> {
  return passOver(
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
  const { device } = await admin.graphql<{ device: { installations: Installation[] } }>(
    `query Installation($device: ID!) {
       device(id: $device) { installations { id status verification failureCode } }
     }`,
    { device: deviceId },
  );
  const [installation] = device.installations;
  if (!installation) throw new Error('the lamp has no installation');
  return installation;
}
