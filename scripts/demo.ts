import { parseArgs } from 'node:util';
import { commandFor } from '../src/data-dir.ts';
import { sellAndRefund } from './demo/commerce.ts';
import { pairAndSee } from './demo/companion.ts';
import { provisionAndConnect } from './demo/first-day.ts';
import { rollOut } from './demo/rollout.ts';
import { DemoRefused, ownService, type Service } from './demo/service.ts';
import { Story } from './demo/story.ts';

const USAGE = `npm run demo [-- --keep [folder]]

Plays a device's first day, a sale and its refund, signed firmware on twenty lamps and a paired app through the public APIs, on a
service of its own, or on the one at KARVON_URL (with ADMIN_EMAIL and ADMIN_PASSWORD).

  --keep [folder]   keep the service's data in this folder (DATA_DIR, else .data), for npm start
  --help`;

/**
 * Demonstrates the business through the public APIs only: an admin, a provisioning station with its own RSA key, devices, a
 * build that signs firmware, a rollout, a customer's app. Runs against KARVON_URL (with ADMIN_EMAIL, ADMIN_PASSWORD and,
 * if the service does not run in this folder, RELEASE_TRUST_FILE, its registry of release keys), or starts its own service
 * and stops it afterwards.
 * Exits with 0 only if every step passed.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const [folder, ...rest] = positionals;
  if (rest.length > 0 || (folder !== undefined && !values.keep)) throw new DemoRefused(USAGE);
  const service = await ownService(values.keep ? { folder } : undefined);
  const story = new Story();
  try {
    const [firstDevice] = await provisionAndConnect(story, service);
    await sellAndRefund(story, service, firstDevice);
    const rollout = await rollOut(story, service);
    await pairAndSee(story, service, rollout);
    story.finish();
    if (service.kept) console.log(howToLook(service, service.kept));
  } catch (error) {
    story.fail(error);
    process.exitCode = 1;
  } finally {
    await service.stop();
  }
}

function howToLook({ email, password }: Service, dataDir: string): string {
  return `
The business is kept in ${dataDir}. To look at it:

  ${commandFor(dataDir, 'npm start')}

and sign in at the address of GraphiQL that it prints, as ${email} with the password ${password}.`;
}

try {
  await main();
} catch (error) {
  const isRefusal =
    error instanceof DemoRefused ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  if (!isRefusal) throw error;
  console.error(`demo: ${error.message}`);
  process.exitCode = 2;
}
