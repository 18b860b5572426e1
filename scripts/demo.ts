import { sellAndRefund } from './demo/commerce.ts';
import { pairAndSee } from './demo/companion.ts';
import { provisionAndConnect } from './demo/first-day.ts';
import { rollOut } from './demo/rollout.ts';
import { ownService } from './demo/service.ts';
import { Story } from './demo/story.ts';

/**
 * Demonstrates the business through the public APIs only: an admin, a provisioning station with its own RSA key, devices, a
 * build that signs firmware, a rollout, a customer's app. Runs against KARVON_URL (with ADMIN_EMAIL, ADMIN_PASSWORD and,
 * if the service does not run in this folder, RELEASE_TRUST_FILE, its registry of release keys), or starts its own service
 * and stops it afterwards.
 * Exits with 0 only if every step passed.
 */
async function main(): Promise<void> {
  const story = new Story();
  const service = await ownService();
  try {
    const [firstDevice] = await provisionAndConnect(story, service);
    await sellAndRefund(story, service, firstDevice);
    const rollout = await rollOut(story, service);
    await pairAndSee(story, service, rollout);
    story.finish();
  } catch (error) {
    story.fail(error);
    process.exitCode = 1;
  } finally {
    await service.stop();
  }
}

await main();
