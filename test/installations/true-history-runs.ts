import fc from 'fast-check';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { type MadeRelease, makeRelease } from '../support/factories/release.ts';
import { repetitions } from '../support/repetitions.ts';
import { heartbeat, miscounted, report, rowOf } from './support.ts';
import { type History, histories, NEW_VERSION, OLD_VERSION } from './true-history.ts';

const RUNS = repetitions({ quick: 12, rare: 1_000 });
/** All that is signed is signed by then. */
const HISTORY_MS = 120_000;
const LATER_MS = 11 * 60_000;

let app: TestApp;
let release: MadeRelease;
/** A few histories in `npm test`, a thousand in `RARE=1 npm run test:heavy`. */
export function describeTrueHistories(): void {
  beforeAll(async () => {
    app = await cleanTestApp();
    release = await makeRelease(app, { version: NEW_VERSION });
  });
  afterAll(() => app.stop());

  it('an installation ends in the state of its device, whatever the network does to the reports', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const row = await live(history);
        expect([row.status, history]).toEqual([history.truth, history]);
      }),
      { numRuns: RUNS },
    );
    expect(await miscounted(app)).toEqual([]);
  });
}

/** Plays it; in the end the device lives on and sends heartbeats, as devices do. */
async function live({ messages, delivered, version, bootedAt }: History) {
  const device = await makeDevice(app, { status: 'ACTIVE' });
  const installation = await makeInstallation(app, device, release, { fromVersion: OLD_VERSION });
  const start = app.clock.now().getTime();
  app.clock.advance(HISTORY_MS);
  for (const index of delivered) {
    const message = messages[index];
    if (!message) continue;
    const signed = start + message.second * 1_000;
    if (message.kind === 'report') {
      const said = { releaseId: release.id, installationId: installation.id, status: message.status };
      const { status } = await report(app, device, said, signed);
      expect([201, 409]).toContain(status);
    } else {
      const seen = { firmwareVersion: message.version, uptime: message.uptime };
      expect((await heartbeat(app, device, seen, signed)).status).toBe(201);
    }
  }
  for (let n = 0; n < 3; n += 1) {
    app.clock.advance(LATER_MS);
    const uptime = Math.floor((app.clock.now().getTime() - start) / 1_000) - bootedAt;
    await heartbeat(app, device, { firmwareVersion: version, uptime });
  }
  return rowOf(app, installation.id);
}
