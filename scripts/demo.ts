import { sellAndRefund } from './demo/commerce.ts';
import { provisionAndConnect } from './demo/first-day.ts';
import { ownService } from './demo/service.ts';
import { Story } from './demo/story.ts';

/**
 * Plays the business through the public APIs alone: an admin, a provisioning station with its own RSA key, devices.
 * Runs against KARVON_URL (with ADMIN_EMAIL and ADMIN_PASSWORD) or against a service of its own that it ends afterwards.
 * Exits 0 only when every step held.
 */
async function main(): Promise<void> {
  const story = new Story();
  const service = await ownService();
  try {
    const [firstDevice] = await provisionAndConnect(story, service);
    await sellAndRefund(story, service, firstDevice);
    story.finish();
  } catch (error) {
    story.fail(error);
    process.exitCode = 1;
  } finally {
    await service.stop();
  }
}

await main();
