import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian's package `chromium` has it. */
const CHROMIUM = '/usr/bin/chromium';

/** Every name below `.example` (RFC 2606) is this machine, and no other name is anything: nothing leaves the machine. */
const NAMES = 'MAP *.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

/** True when this machine has Chromium (Debian: `apt-get install --no-install-recommends chromium`). */
export const hasBrowser = existsSync(CHROMIUM);

/**
 * Starts Chromium with a profile of its own, which goes with it. Each `newContext()` is a visitor without cookies.
 * @returns the browser; `close()` ends it
 */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    // Its sandbox does not start as root, which tests in a container are.
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=${NAMES}`,
    ],
  });
}
