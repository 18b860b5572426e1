import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AbandonedRequest } from '../../fuzz/abandon.ts';
import { abandonedRequests } from '../../fuzz/abandoned-requests.ts';
import { fillWithCustomers } from '../csv/support.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { formOf } from '../support/form.ts';
import { heldConnections, openFiles, openStatements } from '../support/held-resources.ts';
import { makePackage, makeReleaseKey, trustingFolder } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';

/** So many that none of them leaves requests faster than the service lets an admin go on at once. */
const TEAM = 24;
/** Enough for an export that takes a while. */
const CUSTOMERS = 2_000;
const IMAGE_BYTES = 300_000;
const HOUR_MS = 3_600_000;

/** A service with something to read, and a request of each kind to it. */
export interface Abandonable {
  readonly app: TestApp;
  /** Of one of the SUPER_ADMINs who send the requests. */
  readonly credential: { readonly cookie: string };
  readonly requests: readonly AbandonedRequest[];
  /** Waits until no connection, statement or file is left of any request; fails with what is left. */
  nothingIsLeft(): Promise<void>;
}

export async function startAbandonable(options: TestAppOptions = {}): Promise<Abandonable> {
  const key = makeReleaseKey();
  const objects = temporaryFolder('abandoned');
  const env = { DATA_DIR: trustingFolder([key]), OBJECT_STORAGE_PATH: objects, ...options.env };
  const app = await startTestApp({ ...options, env });
  await fillWithCustomers(app, CUSTOMERS);
  const admins = await Promise.all(Array.from({ length: TEAM }, () => app.as('SUPER_ADMIN')));
  const [{ cookie } = await app.as('SUPER_ADMIN')] = admins;
  const credential = { cookie };
  let turn = 0;
  const inTurn = () => ({ cookie: admins[turn++ % TEAM]?.cookie ?? cookie });
  const upload = formOf([{ name: 'file', value: (await makePackage([key])).bytes, fileName: 'a.release' }]);
  const requests = abandonedRequests({ credential: inTurn, upload, download: await storedImage(app) });
  const stagedFiles = () => readdirSync(join(objects, '.staging')).filter((name) => !name.startsWith('ping'));
  return {
    app,
    credential,
    requests,
    async nothingIsLeft() {
      const left = async () => [
        ...heldConnections(app),
        ...(await openStatements(app)),
        ...openFiles(objects),
        ...stagedFiles(),
      ];
      let found: readonly string[] = ['nothing was asked'];
      await until(async () => {
        found = await left();
        return found.length === 0;
      }).catch(() => undefined);
      // Not asked again: the last request may begin only now, because its client had left before the service read it.
      expect(found).toEqual([]);
    },
  };
}

/** @returns the path of a signed download */
async function storedImage({ runtime: { storage }, clock }: TestApp): Promise<string> {
  async function* source() {
    yield Buffer.alloc(IMAGE_BYTES, 'image');
  }
  const staged = await storage.stage(source(), IMAGE_BYTES);
  await staged.commit();
  const url = new URL(await storage.signDownload(staged.sha256, new Date(clock.now().getTime() + HOUR_MS)));
  return url.pathname + url.search;
}
