import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sweepObjects } from '../../src/domain/objects/index.ts';
import type { ObjectStorage } from '../../src/model/ports.ts';
import { legacyBinary, legacyFields, uploadLegacy } from '../firmware/releases.ts';
import { startTestApp, type TestApp, testClock } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { waiters } from '../support/lock-waiters.ts';
import { unguarded, withoutGuard } from '../support/race.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';
import { listed, sha256Of, stored } from './storage-suite.ts';

const HOUR_MS = 3_600_000;

interface Place {
  readonly app: TestApp;
  readonly folder: string;
  readonly root: Caller;
}

async function open(start = startTestApp): Promise<Place> {
  const folder = join(temporaryFolder('sweep'), 'objects');
  const app = await start({ env: { OBJECT_STORAGE_PATH: folder }, clock: testClock(new Date()) });
  return { app, folder, root: await app.as('SUPER_ADMIN') };
}

function age(path: string, hours: number): void {
  const then = new Date(Date.now() - hours * HOUR_MS);
  utimesSync(path, then, then);
}

function ageObject({ folder }: Place, sha256: string, hours: number): void {
  age(join(folder, sha256.slice(0, 2), sha256.slice(2)), hours);
}

describe('the sweeper', () => {
  let place: Place;
  beforeAll(async () => {
    place = await open();
  });
  afterAll(() => place.app.stop());

  it('the sweeper removes only objects without a release that are older than a day', async () => {
    const { app, root } = place;
    const { storage } = app.runtime;
    const image = legacyBinary(1_000);
    const named = sha256Of(image);
    expect((await uploadLegacy(root, legacyFields(), image)).status).toBe(201);
    const young = await stored(storage, randomBytes(10));
    const old = await stored(storage, randomBytes(10));
    const older = await stored(storage, randomBytes(10));
    ageObject(place, named, 1_000);
    ageObject(place, young, 23.9);
    ageObject(place, old, 24.1);
    ageObject(place, older, 1_000);

    expect(await sweepObjects(app.runtime)).toBe(2);
    expect(await listed(storage)).toEqual([named, young].toSorted());
    expect(await sweepObjects(app.runtime)).toBe(0);
  });

  it('the sweeper removes staged files older than a day', async () => {
    const staging = join(place.folder, '.staging');
    mkdirSync(staging, { recursive: true });
    for (const [name, hours] of [
      ['old', 24.1],
      ['young', 23.9],
    ] as const) {
      writeFileSync(join(staging, name), 'x');
      age(join(staging, name), hours);
    }
    await sweepObjects(place.app.runtime);
    expect(readdirSync(staging)).toEqual(['young']);
  });

  it('the sweeper keeps an orphan that was uploaded again after the listing', async () => {
    const { storage } = place.app.runtime;
    const content = randomBytes(500);
    const name = await stored(storage, content);
    ageObject(place, name, 100);
    const again: ObjectStorage = {
      ...storage,
      async *list() {
        for await (const object of storage.list()) {
          if (object.sha256 === name) await stored(storage, content);
          yield object;
        }
      },
    };
    await sweepObjects({ ...place.app.runtime, storage: again });
    expect(await storage.size(name)).toBe(500);
  });
});

describe('an upload of an object that is being swept', () => {
  const GUARDED = 'src/persistence/objects/stored-objects.ts';

  /**
   * The sweeper has decided on an orphan and is about to remove it when the same image is uploaded.
   * @returns the upload's reply, and whether its image is there in the end
   */
  async function sweepAgainstUpload(
    place: Place,
    image: Buffer,
    sweep: typeof sweepObjects,
  ): Promise<{ reply: Reply; isThere: boolean }> {
    const { app, root } = place;
    const { storage } = app.runtime;
    const name = await stored(storage, image);
    ageObject(place, name, 100);
    const removing = Promise.withResolvers<void>();
    let isUploaded = false;
    const slow: ObjectStorage = {
      ...storage,
      async remove(sha256) {
        removing.resolve();
        // The upload waits for the sweeper, or is done where nothing holds it.
        await until(async () => isUploaded || (await waiters(app.sql)) > 0);
        await storage.remove(sha256);
      },
    };
    const swept = sweep({ ...app.runtime, storage: slow });
    await removing.promise;
    const reply = await uploadLegacy(root, legacyFields(), image);
    isUploaded = true;
    await swept;
    return { reply, isThere: (await storage.size(name)) === image.length };
  }

  let place: Place;
  afterEach(() => place.app.stop());

  it('an upload of an object that is being swept fails if the sweeper was first, and succeeds when it is repeated', async () => {
    place = await open();
    const image = legacyBinary(2_000);
    const { reply, isThere } = await sweepAgainstUpload(place, image, sweepObjects);
    expect([reply.status, reply.body.error.code, isThere]).toEqual([503, 'STORAGE_UNAVAILABLE', false]);
    expect(reply.headers['retry-after']).toBe('1');
    expect(await place.app.sql('select 1 from release')).toEqual([]);
    expect((await uploadLegacy(place.root, legacyFields(), image)).status).toBe(201);
    expect(await place.app.runtime.storage.size(sha256Of(image))).toBe(image.length);
  });

  it('an upload of an object that is being swept without the lock would leave a release without its image', async () => {
    const start = await withoutGuard(GUARDED, { lockObject: async () => undefined });
    const { sweepObjects: sweepUnguarded } =
      await unguarded<typeof import('../../src/domain/objects/index.ts')>('src/domain/objects/index.ts');
    place = await open(start);
    const { reply, isThere } = await sweepAgainstUpload(place, legacyBinary(2_000), sweepUnguarded);
    expect([reply.status, isThere]).toEqual([201, false]);
  });
});
