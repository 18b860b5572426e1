import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { brokenPools } from './pools.js';
import { importReplaced } from './replaced-modules.js';
import './shared-parts.js';
import { sharedService, stopSharedService } from './shared-service.ts';

/** Built-ins that a test and the service must share: `instanceof` tells those of another realm apart. */
const SHARED = [
  'Date',
  'Error',
  'Map',
  'Promise',
  'RangeError',
  'RegExp',
  'Set',
  'SyntaxError',
  'TypeError',
  'URIError',
];

const require = createRequire(import.meta.url);
const kept = new Map();

// What is compiled stays: else V8 forgets the code of what was not called for a while, and compiles it again, which was a tenth of a
// worker's work.
setFlagsFromString('--no-flush-bytecode');

// V8's cache of compiled scripts holds the realms of finished test files, until its most thorough collection, which takes half a second.
// Without it a worker grows to 1.5 GB, and ending all of them at once takes the kernel longer than the half second after which Jest
// reports a leak that is none.
const FILES_OF_A_COLLECTION = 20;
let finished = 0;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Jest's message that a worker is to end (jest-worker/src/types.ts). */
const END = 2;

// A worker that has nothing left to do ends here, after all that others do at its exit: Node would first free its heap, piece by
// piece. One that still holds a socket or a timer never comes here, and is reported.
if (process.send) {
  process.once('beforeExit', () => {
    process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
    process.exit();
  });
  process.on('message', function endService([kind]) {
    if (kind !== END) return;
    process.off('message', endService);
    stopSharedService();
  });
}

/**
 * Node's environment, in which Node itself loads the built service and the packages, once for each worker. Jest would
 * evaluate them again for each test file: 2 seconds of each file, and memory that the worker never gives back.
 */
export default class SharedServiceEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of SHARED) this.global[name] = globalThis[name];
    this.global.process.env = process.env;
    this.global.requireOnce = (path) => require(path);
    this.global.importReplaced = importReplaced;
    this.global.sharedService = sharedService;
    this.global.brokenPools = brokenPools;
    // For what takes long to make. It must not look up globals later: those of its file end with the file.
    this.global.keptByWorker = (name, make) => {
      if (!kept.has(name)) kept.set(name, make());
      return kept.get(name);
    };
  }

  async teardown() {
    await super.teardown();
    finished += 1;
    if (finished % FILES_OF_A_COLLECTION === 0) collect({ type: 'major', flavor: 'last-resort' });
  }
}
