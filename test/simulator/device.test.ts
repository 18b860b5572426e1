import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { PowerCut } from '../../src/simulator/board.ts';
import type { SelfTest } from '../../src/simulator/device-state.ts';
import { faultyNetwork, NO_FAULTS } from '../../src/simulator/network.ts';
import { seededRandom } from '../../src/simulator/random.ts';
import { onBench, type Script, type ScriptedService, scriptedService, sha256 } from './scripted-service.ts';

const WHOLE_UPDATE = ['QUEUED', 'DOWNLOADING', 'VERIFYING', 'INSTALLING', 'REBOOTING', 'VALIDATING', 'SUCCESS'];

/** Cuts the power before the n-th thing that it could come before. */
function powerCutAt(n: number) {
  let count = 0;
  const points: string[] = [];
  return {
    points,
    power: (point: string) => {
      count += 1;
      points.push(point);
      if (count === n) throw new PowerCut(point);
    },
  };
}

describe('an update of a simulated device', () => {
  it('an update of a simulated device runs through every state, boots the other slot and marks it valid', async () => {
    const service = scriptedService();
    const { device } = onBench(service);
    await expect(device.turn()).resolves.toMatchObject({ outcome: 'DONE', reason: 'UP_TO_DATE', pollAfterSeconds: 60 });
    expect(service.statuses()).toEqual(WHOLE_UPDATE);
    expect(device.view()).toMatchObject({
      slot: 'ota_1',
      app: { version: '1.1.0', buildNumber: 110 },
      activity: 'IDLE',
    });
    expect(device.board.slotState('ota_1')).toBe('VALID');
    expect(sha256(device.board.read('ota_1', service.script.image.length))).toBe(sha256(service.script.image));
    expect(service.heartbeats.map(({ otaSlot }) => otaSlot)).toEqual(['ota_0', 'ota_1']);
  });

  it('an update of a simulated device signs each call over the contract’s fields', async () => {
    const service = scriptedService();
    await onBench(service).device.turn();
    for (const { timestamp, proof, body } of service.reports) {
      const { serial, releaseId, installationId, status } = JSON.parse(body);
      const payload = `${timestamp}.${serial}.${releaseId}.${installationId}.${status}`;
      expect(proof).toBe(createHmac('sha256', Buffer.alloc(32, 7)).update(payload).digest('hex'));
    }
    const stamps = service.reports.map(({ timestamp }) => Number(timestamp));
    expect(stamps).toEqual([...new Set(stamps)].toSorted((one, other) => one - other));
  });

  it('omits the installation id with firmware of the legacy contract', async () => {
    const service = scriptedService();
    await onBench(service, { legacyReports: true }).device.turn();
    expect(service.reports.map(({ body }) => 'installationId' in JSON.parse(body))).not.toContain(true);
    expect(service.statuses()).toEqual(WHOLE_UPDATE);
  });

  it('an update of a simulated device reports success immediately if the release already runs', async () => {
    const service = scriptedService({ version: '1.0.0', buildNumber: 100 });
    const fetch: typeof service.fetch = (url, init) => service.fetch(url.replace('currentFirmware=1.0.0', ''), init);
    await onBench(service, { fetch }).device.turn();
    expect(service.statuses()).toEqual(['SUCCESS']);
    expect(service.ranges).toEqual([]);
  });
});

describe('the first run of an image', () => {
  const after: readonly [SelfTest, string, string, object][] = [
    ['FAIL', 'ROLLED_BACK', 'INVALID', { slot: 'ota_0', app: { version: '1.0.0' } }],
    ['CRASH', 'ROLLED_BACK', 'ABORTED', { slot: 'ota_0', app: { version: '1.0.0' } }],
    ['FALSE_ALARM', 'FAILED', 'VALID', { slot: 'ota_1', app: { version: '1.1.0' } }],
  ];
  it.each(after)(
    'the first run of an image with the result %s is reported as %s',
    async (verdict, told, state, view) => {
      const service = scriptedService();
      const { device } = onBench(service, { selfTest: () => verdict });
      await device.turn();
      expect(service.statuses().at(-1)).toBe(told);
      expect(device.board.slotState('ota_1')).toBe(state);
      expect(device.view()).toMatchObject(view);
    },
  );

  it('the first run of an image does not happen if the image is corrupt in flash', async () => {
    const service = scriptedService();
    const { device } = onBench(service, { power: () => undefined });
    const { chooseForBoot } = device.board;
    Object.assign(device.board, {
      chooseForBoot: (...chosen: Parameters<typeof chooseForBoot>) => {
        chooseForBoot(...chosen);
        device.board.corrupt('ota_1');
      },
    });
    await device.turn();
    expect(service.statuses().at(-1)).toBe('ROLLED_BACK');
    expect(device.view().slot).toBe('ota_0');
  });

  it('burns the security version, so that older images neither boot nor install', async () => {
    const service = scriptedService({ securityVersion: 2 });
    const { device } = onBench(service);
    await device.turn();
    expect(device.board.fusedSecurityVersion()).toBe(2);
    Object.assign(service.script, { version: '1.2.0', buildNumber: 120, securityVersion: 1, installationId: OTHER });
    await device.turn();
    expect(service.statuses().at(-1)).toBe('FAILED');
    expect(JSON.parse(service.reports.at(-1)?.body ?? '').failureReason).toMatch(/^SECURITY_VERSION_TOO_LOW/);
    expect(device.view().app).toMatchObject({ version: '1.1.0' });
  });
});

describe('a power cut', () => {
  it('a power cut at any point leaves a device that finishes with the same image and status', async () => {
    const { points } = await updated(0);
    expect(points.length).toBeGreaterThan(25);
    expect(points.filter((point) => point === 'flash').length).toBeGreaterThan(3);
    for (let n = 1; n <= points.length; n += 1) {
      const { service, device, cut } = await updated(n);
      // Between its first boot and the mark that it is good, an image is on trial: a restart ends the trial.
      const onTrial = cut > points.lastIndexOf('boot') && cut <= points.indexOf('otadata valid');
      const expected = onTrial
        ? { end: 'ROLLED_BACK', slot: 'ota_0', version: '1.0.0' }
        : { end: 'SUCCESS', slot: 'ota_1', version: '1.1.0' };
      const { slot, app } = device.view();
      expect({ n, point: points[n - 1], end: service.statuses().at(-1), slot, version: app?.version }).toEqual({
        n,
        point: points[n - 1],
        ...expected,
      });
      if (!onTrial) {
        expect(sha256(device.board.read('ota_1', service.script.image.length))).toBe(sha256(service.script.image));
      }
      expect(device.board.settings()).toMatchObject({ update: null, outbox: [] });
    }
  });

  async function updated(n: number) {
    const service = scriptedService();
    const { power, points } = powerCutAt(n);
    const { device } = onBench(service, { power });
    for (let turn = 0; turn < 3; turn += 1) await device.turn();
    return { service, device, points, cut: n - 1 };
  }

  it('during a download resumes with Range after the bytes in flash', async () => {
    const service = scriptedService();
    let pieces = 0;
    const power = (point: string) => {
      if (point === 'flash' && ++pieces === 4) throw new PowerCut(point);
    };
    const { device, events } = onBench(service, { power });
    await expect(device.turn()).resolves.toMatchObject({ outcome: 'POWER_CUT' });
    expect(device.view()).toMatchObject({ powered: false, activity: 'OFF' });
    await device.turn();
    expect(service.ranges).toEqual([null, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
    expect(service.ifRanges).toEqual([null, `"${sha256(service.script.image)}"`]);
    expect(service.statuses().at(-1)).toBe('SUCCESS');
    expect(events.filter(({ type }) => type === 'offered')).toHaveLength(1);
  });
});

describe('a download of a simulated device', () => {
  it('a download of a simulated device over a repeatedly cut connection has the same hash', async () => {
    const service = scriptedService();
    const network = faultyNetwork(service.fetch, seededRandom('cut'), { ...NO_FAULTS, cutDownloads: 0.8 });
    const { device } = onBench(service, { fetch: network.fetch });
    for (let turn = 0; turn < 5; turn += 1) await device.turn();
    expect(network.faults.cutDownloads).toBeGreaterThan(0);
    expect(service.ranges.length).toBeGreaterThan(1);
    expect(service.statuses().at(-1)).toBe('SUCCESS');
    expect(sha256(device.board.read('ota_1', service.script.image.length))).toBe(sha256(service.script.image));
  });

  it('a download of a simulated device restarts when a range is answered with the whole file', async () => {
    const service = scriptedService({ wholeFilesOnly: true });
    const network = faultyNetwork(service.fetch, seededRandom('cut'), { ...NO_FAULTS, cutDownloads: 0.5 });
    const { device } = onBench(service, { fetch: network.fetch });
    for (let turn = 0; turn < 5; turn += 1) await device.turn();
    expect(service.ranges.some((range) => range !== null)).toBe(true);
    expect(service.statuses().at(-1)).toBe('SUCCESS');
  });

  it('a download of a simulated device rejects another range than the requested one', async () => {
    const service = scriptedService({ shiftedBy: 16 });
    let pieces = 0;
    const power = (point: string) => {
      if (point === 'flash' && ++pieces === 4) throw new PowerCut(point);
    };
    const { device } = onBench(service, { power });
    await device.turn();
    await device.turn();
    expect(JSON.parse(service.reports.at(-1)?.body ?? '').failureReason).toMatch(/^DOWNLOAD_NETWORK/);
  });

  it('a download of a simulated device restarts when the file has changed', async () => {
    const service = scriptedService();
    let pieces = 0;
    const power = (point: string) => {
      if (point === 'flash' && ++pieces === 4) throw new PowerCut(point);
    };
    const { device } = onBench(service, { power });
    await device.turn();
    service.script.image = randomBytes(service.script.image.length);
    await device.turn();
    expect(sha256(device.board.read('ota_1', service.script.image.length))).toBe(sha256(service.script.image));
    expect(service.statuses().at(-1)).toBe('SUCCESS');
  });

  const wrong: readonly [string, Partial<Script>, RegExp][] = [
    ['of another image than the signed one', { signedImage: Buffer.alloc(100_000) }, /^DIGEST_MISMATCH/],
    ['signed with an untrusted key', { signedBy: generateKeyPairSync('ed25519').privateKey }, /^SIGNATURE_INVALID/],
    ['signed with an unknown key id', { kid: 'other' }, /^SIGNATURE_INVALID/],
    ['for another board', { hardwareRevision: 'rev-c' }, /^HARDWARE_MISMATCH/],
    ['of an older version', { version: '0.9.9' }, /^SECURITY_VERSION_TOO_LOW/],
    ['of a missing file', { fileStatus: 404 }, /^DOWNLOAD_HTTP_4XX/],
  ];
  it.each(wrong)('%s fails and is not installed', async (_what, script, reason) => {
    const service = scriptedService(script);
    const { device } = onBench(service);
    await device.turn();
    expect(service.statuses().at(-1)).toBe('FAILED');
    expect(JSON.parse(service.reports.at(-1)?.body ?? '').failureReason).toMatch(reason);
    expect(device.view()).toMatchObject({ slot: 'ota_0', app: { version: '1.0.0' } });
  });

  it('a download of a simulated device waits for a new URL when its own has expired', async () => {
    const service = scriptedService({ fileStatus: 403 });
    const { device } = onBench(service);
    await device.turn();
    expect(service.statuses()).toEqual(['QUEUED', 'DOWNLOADING']);
    Object.assign(service.script, { fileStatus: undefined });
    await device.turn();
    expect(service.statuses().at(-1)).toBe('SUCCESS');
  });
});

describe('reports', () => {
  it('reports are resent with the same bytes until they are answered', async () => {
    const service = scriptedService();
    const network = faultyNetwork(service.fetch, seededRandom('lost'), {
      ...NO_FAULTS,
      lostReplies: 0.4,
      lostRequests: 0.2,
    });
    const { device } = onBench(service, { fetch: network.fetch });
    for (let turn = 0; turn < 12; turn += 1) await device.turn();
    expect(service.reports.length).toBeGreaterThan(service.statuses().length);
    const byProof = Map.groupBy(service.reports, ({ proof }) => proof);
    for (const same of byProof.values()) expect(new Set(same.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(service.statuses()).toEqual(expect.arrayContaining(['QUEUED', 'SUCCESS']));
    expect(device.board.settings().outbox).toEqual([]);
  });

  it.each(['INSTALLATION_INTERRUPTED', 'RELEASE_REVOKED'])(
    'reports with the answer %s end the download',
    async (code) => {
      const service = scriptedService({
        refuse: (status) => (status === 'DOWNLOADING' ? { status: 409, code } : undefined),
      });
      const { device, events } = onBench(service);
      await device.turn();
      expect(service.ranges).toEqual([]);
      expect(events.at(-1)).toMatchObject({ type: 'aborted', code });
      expect(device.board.settings().update).toBeNull();
    },
  );

  it('reports do not stop an update whose image is selected for boot', async () => {
    const service = scriptedService({
      refuse: (status) => (status === 'REBOOTING' ? { status: 409, code: 'RELEASE_REVOKED' } : undefined),
    });
    const { device } = onBench(service);
    await device.turn();
    expect(device.view().app).toMatchObject({ version: '1.1.0' });
    expect(service.statuses().at(-1)).toBe('SUCCESS');
  });

  it.each([
    { status: 'DOWNLOADING', directive: 'ABORT' },
    { status: 'FAILED', directive: 'NONE' },
  ])('reports are not needed to detect an ended update after a power cut: %j', async (current) => {
    const service = scriptedService({ current });
    let pieces = 0;
    const power = (point: string) => {
      if (point === 'flash' && ++pieces === 4) throw new PowerCut(point);
    };
    const { device, events } = onBench(service, { power });
    await device.turn();
    await device.turn();
    expect(events.filter(({ type }) => type === 'aborted')).toHaveLength(1);
    expect(service.ranges).toEqual([null, null]);
  });

  it('wait while the service answers with 5xx', async () => {
    let unwell = true;
    const service = scriptedService({
      refuse: () => (unwell ? { status: 503, code: 'SERVICE_UNAVAILABLE' } : undefined),
    });
    const { device } = onBench(service);
    await device.turn();
    expect(device.view().reportsWaiting).toBe(WHOLE_UPDATE.length);
    unwell = false;
    service.reports.length = 0;
    await device.turn();
    expect(service.statuses()).toEqual(WHOLE_UPDATE);
  });
});

describe('the clock of a simulated device', () => {
  it.each([3_600_000, -86_400_000])(
    'the clock of a simulated device that is %i ms off is corrected by the service’s Date header',
    async (skewMs) => {
      const service = scriptedService();
      await expect(onBench(service, { skewMs }).device.turn()).resolves.toMatchObject({ outcome: 'DONE' });
      expect(service.statuses()).toEqual(WHOLE_UPDATE);
    },
  );

  it('the clock of a simulated device is also corrected by a rate limit error', async () => {
    const service = scriptedService();
    const fetch: typeof service.fetch = async (url, init) => {
      const reply = await service.fetch(url, init);
      if (reply.status !== 401) return reply;
      return new Response('{}', { status: 429, headers: reply.headers });
    };
    await expect(onBench(service, { fetch, skewMs: 3_600_000 }).device.turn()).resolves.toMatchObject({
      outcome: 'DONE',
    });
  });

  it('the clock of a simulated device is wrong after a power cut, and is corrected again', async () => {
    const service = scriptedService();
    let refusals = 0;
    const fetch: typeof service.fetch = async (url, init) => {
      const reply = await service.fetch(url, init);
      if (reply.status === 401) refusals += 1;
      return reply;
    };
    const { device } = onBench(service, { fetch, skewMs: 7_200_000 });
    await device.turn();
    await device.turn();
    expect(refusals).toBe(1);
    device.cutPower();
    await expect(device.turn()).resolves.toMatchObject({ outcome: 'DONE' });
    expect(refusals).toBe(2);
  });

  it('re-signs a report that waited until its proof had expired', async () => {
    let unwell = true;
    const service: ScriptedService = scriptedService({
      refuse: () => (unwell ? { status: 503, code: 'SERVICE_UNAVAILABLE' } : undefined),
    });
    let now = Date.now();
    const { device } = onBench(service, { clock: { now: () => new Date(now) } });
    await device.turn();
    unwell = false;
    now += 3_600_000;
    service.script.aheadMs = 3_600_000;
    service.reports.length = 0;
    await device.turn();
    expect(service.statuses()).toEqual(WHOLE_UPDATE);
  });
});

describe('pairing', () => {
  it('pairing keeps revocations over a power cut and signs only challenges', async () => {
    const { device } = onBench(scriptedService());
    await device.turn();
    device.cutPower();
    expect(device.board.settings()).toMatchObject({ pairingEpoch: 3, revokedJti: ['gone'] });
    const payload = 'pairing-challenge.v1.id.LAMP1-0001.app.nonce.1';
    expect(device.hardwareProof(payload)).toBe(createHmac('sha256', Buffer.alloc(32, 7)).update(payload).digest('hex'));
    expect(() => device.hardwareProof('1.LAMP1-0001.1.0.0.60')).toThrow(RangeError);
  });
});

const OTHER = '01900000-0000-7000-8000-000000000003';
