import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './process-tree.ts';

/** What is made here, or belongs to this clone alone. */
const NOT_COPIED = ['.git', '.data', '.env', 'coverage'];

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/**
 * A second checkout of this project, installed and built, in a folder that only its owner may enter. The test file
 * removes it at its end.
 * @param name of the checkout within that folder; it may be a path
 * @param without what is left out besides, as `node_modules`
 */
export function copyProject(name: string, without: readonly string[] = []): string {
  // mkdtemp makes folders of mode 0700.
  const home = mkdtempSync(join(tmpdir(), 'karvon-checkout-'));
  made.push(home);
  const checkout = join(home, name);
  mkdirSync(checkout, { recursive: true });
  const entries = readdirSync(PROJECT)
    .filter((entry) => ![...NOT_COPIED, ...without].includes(entry))
    .map((entry) => join(PROJECT, entry));
  // Hard links take seconds less; they do not work from one disk to another.
  const copied = ['-al', '-a'].some((how) => spawnSync('cp', [how, ...entries, checkout]).status === 0);
  if (!copied) throw new Error(`The project could not be copied to ${checkout}.`);
  return checkout;
}
