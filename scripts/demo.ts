import { sellAndRefund } from './demo/commerce.ts';
import { pairAndSee } from './demo/companion.ts';
import { provisionAndConnect } from './demo/first-day.ts';
import { rollOut } from './demo/rollout.ts';
import { ownService } from './demo/service.ts';
import { Story } from './demo/story.ts';

/**
 * Plays the business through the public APIs alone: an admin, a provisioning station with its own RSA key, devices, a
 * build that signs firmware, a rollout, a customer's app. Runs against KARVON_URL (with ADMIN_EMAIL, ADMIN_PASSWORD and,
 * where the service is not started in this folder, RELEASE_TRUST_FILE, its registry of release keys) or against a service
 * of its own that it ends afterwards.
 * Exits 0 only when every step held.
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
