import { randomBytes } from 'node:crypto';
import { readCredentials } from '../../src/simulator/credentials.ts';
import type { Identity, Turn } from '../../src/simulator/device.ts';
import { runFleet, runRound } from '../../src/simulator/fleet.ts';
import { fleetTally } from '../../src/simulator/fleet-summary.ts';
import { drawFleet, liveView } from '../../src/simulator/live-view.ts';
import { type FleetPlan, makeFleet } from '../../src/simulator/make-fleet.ts';
import { isSignedBy, readManifest, trustKeys } from '../../src/simulator/signed-manifest.ts';
import { makePackage, makeReleaseKey, trustText } from '../support/release-package.ts';
import { BASE, scriptedService } from './scripted-service.ts';

const clock = { now: () => new Date() };

/** Devices that each have a service of their own, all serving the same image. */
function fleetOf(count: number, plan: Partial<FleetPlan> = {}, onRequest = () => {}) {
  const image = Buffer.alloc(50_000, 1);
  const template = scriptedService({ image });
  const identities: Identity[] = Array.from({ length: count }, (_, index) => ({
    serial: `LAMP1-${String(index).padStart(4, '0')}`,
    secret: Buffer.alloc(32, 7),
    hardwareRevision: 'rev-b',
    trust: template.trust,
  }));
  const services = new Map<string, ReturnType<typeof scriptedService>>();
  const tally = fleetTally();
  const fleet = makeFleet({
    url: BASE,
    identities,
    clock,
    seed: 'fleet',
    onEvent: (_serial, event) => tally.event(event),
    fetch: (url, init) => {
      onRequest();
      const serial = new URL(url).searchParams.get('serial') ?? JSON.parse(String(init?.body ?? '{}')).serial ?? '';
      const service = services.get(serial) ?? scriptedService({ image, signedBy: template.script.signedBy });
      services.set(serial, service);
      return service.fetch(url, init);
    },
    ...plan,
  });
  const look = () => {
    const views = fleet.devices.map((device) => device.view());
    return { views, summary: tally.summary(views) };
  };
  return { ...fleet, tally, look, services };
}

describe('a fleet', () => {
  it('a fleet updates as a whole, a few devices at a time', async () => {
    const { devices, look } = fleetOf(30);
    const turns = await runRound(devices, 4);
    expect(turns.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 30 }, () => 'DONE'));
    expect(look().summary).toMatchObject({
      devices: 30,
      firmware: { '1.1.0 (110)': 30 },
      updates: { SUCCESS: 30, FAILED: 0, ROLLED_BACK: 0, aborted: 0 },
    });
  });

  it('polls at the instructed times until it is stopped', async () => {
    const { devices, look, tally } = fleetOf(10);
    const end = new AbortController();
    let turns = 0;
    await runFleet({
      devices,
      concurrency: 3,
      timeScale: 1_000_000,
      minPauseMs: 10,
      signal: end.signal,
      onTurn: (device, turn) => {
        tally.turn(device, turn);
        turns += 1;
        if (turns === 40) end.abort();
      },
    });
    expect(turns).toBeGreaterThanOrEqual(40);
    expect(look().summary).toMatchObject({ updates: { SUCCESS: 10 }, reasons: { UP_TO_DATE: 10 } });
  });

  it('a fleet never runs more turns at once than the concurrency', async () => {
    let now = 0;
    let most = 0;
    const { devices } = fleetOf(12, {
      fetch: async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return new Response('{}', { status: 503 });
      },
    });
    await runRound(devices, 5);
    expect(most).toBe(5);
  });

  it('a fleet has the same faults in each run with the same seed', async () => {
    const ends = async () => {
      const { devices, look } = fleetOf(30, { badRate: 0.5, powerCuts: 0.02, loss: 0.1 });
      for (let pass = 0; pass < 6; pass += 1) await runRound(devices, 1);
      return look().summary;
    };
    const [one, same] = [await ends(), await ends()];
    expect(one.updates).toEqual(same.updates);
    expect(one.powerCuts).toBe(same.powerCuts);
    expect(one.powerCuts).toBeGreaterThan(0);
    expect(one.updates.ROLLED_BACK).toBeGreaterThan(5);
    expect(one.updates.SUCCESS).toBeGreaterThan(5);
  });
});

describe('a fleet that loses power and reports', () => {
  const HOUR_MS = 3_600_000;

  /** Rounds, each an hour after the last one; each request takes ten minutes of the fleet's time. */
  async function liveFor(hours: number, plan: Partial<FleetPlan>) {
    let nowMs = Date.parse('2027-01-01T00:00:00Z');
    const turns: Turn[] = [];
    const { devices, look, tally, services } = fleetOf(20, { ...plan, clock: { now: () => new Date(nowMs) } }, () => {
      nowMs += HOUR_MS / 6;
    });
    for (let hour = 0; hour < hours; hour += 1) {
      for (const device of devices) {
        const turn = await device.turn();
        turns.push(turn);
        tally.turn(device, turn);
      }
      nowMs += HOUR_MS;
    }
    return { summary: look().summary, services, turns };
  }

  it('a fleet that is switched off every night, in the middle of updates too, is updated in the end', async () => {
    const { summary, turns } = await liveFor(24, { nights: 1 });
    expect(
      turns.filter(({ outcome, reason }) => outcome === 'POWER_CUT' && reason === 'unplugged').length,
    ).toBeGreaterThan(0);
    expect(summary).toMatchObject({ updates: { ROLLED_BACK: 0, FAILED: 0 }, powerCuts: 0 });
    expect(summary.unplugged).toBeGreaterThan(20);
    expect(summary.updates.SUCCESS).toBe(20);
  });

  it('a fleet that loses power and reports loses the devices that are unplugged for ever, and has the same life with the same seed', async () => {
    const [one, same] = [
      await liveFor(12, { unplugged: 30, forEver: 1 }),
      await liveFor(12, { unplugged: 30, forEver: 1 }),
    ];
    expect(one.summary).toEqual(same.summary);
    expect(one.summary.activities.OFF).toBeGreaterThan(10);
  });

  it('a fleet that loses power and reports leaves out reports of progress, never those that must arrive', async () => {
    const { summary, services } = await liveFor(2, { silentReports: 1 });
    expect(summary.updates.SUCCESS).toBe(20);
    const reported = [...services.values()].flatMap((service) => service.reports.map(({ status }) => status));
    expect(new Set(reported)).toEqual(new Set(['SUCCESS']));
  });
});

describe('the live view', () => {
  it('the live view shows each device of a small fleet and the counts of every fleet', async () => {
    const { devices, look } = fleetOf(3);
    await runRound(devices, 3);
    const { views, summary } = look();
    const table = drawFleet(views, summary, 7).join('\n');
    expect(table).toContain('3 devices, 7 s');
    expect(table).toMatch(/1\.1\.0 \(110\) +3 █+/);
    expect(table).toMatch(/LAMP1-0002 +1\.1\.0 in ota_1 +IDLE/);
    expect(drawFleet(fleetOf(40).look().views, summary, 7).join('\n')).not.toContain('LAMP1-0002');
  });

  it('the live view redraws in place on a terminal and writes plain lines elsewhere', () => {
    const { look } = fleetOf(2);
    for (const isTTY of [true, false]) {
      let written = '';
      const view = liveView({ isTTY, columns: 40, write: (text) => (written += text) }, clock, look);
      view.stop();
      expect(written.includes('\x1b[')).toBe(isTTY);
      expect(written).toContain('off');
    }
  });
});

describe('credentials', () => {
  it('credentials are read line by line, and errors name the line without its secret', () => {
    const secret = randomBytes(32).toString('base64url');
    const line = { serial: 'LAMP1-0001', secret, model: 'LAMP1', hardwareRevision: 'rev-b' };
    const key = makeReleaseKey();
    const trusting = { ...line, releaseTrustJwks: JSON.parse(trustText([key])) };
    const [first, second] = readCredentials(`${JSON.stringify(line)}\n\n${JSON.stringify(trusting)}\n`);
    expect(first).toMatchObject({ serial: 'LAMP1-0001', trust: [] });
    expect(second?.trust.map(({ kid }) => kid)).toEqual([key.kid]);
    const short = JSON.stringify({ ...line, secret: secret.slice(4) });
    expect(() => readCredentials(`${JSON.stringify(line)}\n${short}`)).toThrow(
      'Line 2 has no secret of 32 bytes in base64url.',
    );
    expect(() => readCredentials('{')).toThrow('Line 1 is not valid JSON.');
  });
});

describe("the device's own check of a signature", () => {
  it("the device's own check of a signature accepts packages from the packer and rejects modified ones", async () => {
    const key = makeReleaseKey();
    const { manifestBytes, signatures, sha256 } = await makePackage([key]);
    const trust = trustKeys(JSON.parse(trustText([key])));
    expect(isSignedBy(trust, 'karvon', manifestBytes, signatures)).toBe(true);
    expect(readManifest(manifestBytes)).toMatchObject({ version: '1.4.2', buildNumber: 142, sha256 });
    expect(isSignedBy(trust, 'other', manifestBytes, signatures)).toBe(false);
    expect(isSignedBy(trust, 'karvon', Buffer.concat([manifestBytes, Buffer.from(' ')]), signatures)).toBe(false);
    expect(isSignedBy(trustKeys(JSON.parse(trustText([makeReleaseKey()]))), 'karvon', manifestBytes, signatures)).toBe(
      false,
    );
  });
});
