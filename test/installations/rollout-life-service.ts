import { startTestApp, type TestApp } from '../support/app.ts';
import { live } from './rollout-life/life.ts';
import { recorder, releasesOf, replayOn, rowsOf } from './rollout-life/replay.ts';
import { DAY_MS, drawWorld, type World } from './rollout-life/world.ts';
import { miscounted } from './support.ts';

/** Lives in which each kind of trouble comes up, short enough to be played over HTTP. */
const HEAVY_SEEDS = ['good 1', 'faulty 1', 'good 2', 'faulty 2', 'good 3', 'faulty 3', 'good 4', 'faulty 4'];
const HEAVY = process.env.HEAVY === '1';
const SEEDS = HEAVY ? HEAVY_SEEDS : ['good 1', 'faulty 2'];
const MEMBERS = HEAVY ? 12 : 5;
const DAYS = 30;
const SETTINGS = { maxConcurrentDownloads: 3, pauseMinSample: 5, pauseFailurePercent: 10, pauseRollbacks: 3 };
/** After this many answers the rest follows from the first. */
const MOST_DIFFERENCES = 3;

let app: TestApp;

/** A world that keeps clear of the times of the others, because places for downloads are for all. */
function smallWorld(seed: string, n: number): World {
  const world = drawWorld(seed);
  return {
    ...world,
    startMs: world.startMs - (n + 1) * 2 * DAYS * DAY_MS,
    settings: SETTINGS,
    members: world.members.slice(0, MEMBERS),
    // Which devices a smaller share selects depends on the ids of the releases.
    stages: world.stages.slice(0, 1).map((stage) => ({ ...stage, percentage: 100 })),
    homeMs: (DAYS - 8) * DAY_MS,
    endMs: DAYS * DAY_MS,
  };
}

/** The simulation asks maps where the service asks PostgreSQL: both must give the same. */
export function describeRolloutLifeOfService(): void {
  beforeAll(async () => {
    app = await startTestApp({ env: { MAX_CONCURRENT_DOWNLOADS: String(SETTINGS.maxConcurrentDownloads) } });
  });
  afterAll(async () => {
    expect(await miscounted(app)).toEqual([]);
    await app.stop();
  });

  it.each(SEEDS.map((seed, n) => [seed, n] as const))(
    'the life of the world %s is the same on the service and in the simulation',
    async (seed, n) => {
      const world = smallWorld(seed, n);
      const { calls, onCall } = recorder();
      const { store } = live(world, { onCall });
      const replay = await replayOn(app, world, n);
      const different: string[] = [];
      for (const call of calls) {
        const difference = await replay.call(call);
        if (difference) different.push(`${call.at.toISOString()} ${difference}`);
        if (different.length >= MOST_DIFFERENCES) break;
      }
      expect(different).toEqual([]);
      expect(await replay.releases()).toEqual(releasesOf(store));
      const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
      expect(sorted(await replay.rows())).toEqual(sorted(rowsOf(store)));
    },
    600_000,
  );
}
