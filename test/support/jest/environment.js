import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';
import { importReplaced } from './replaced-modules.js';

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

// A worker that has nothing left to do ends here, after all that others do at its exit. Node would first free a heap of up to
// a gigabyte, which took about half a second on a busy machine, and after half a second Jest kills a worker and reports a
// leak that is none. One that still holds a socket or a timer never comes here, and is reported as before.
if (process.send) {
  process.once('beforeExit', () => {
    process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
    process.exit();
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
    // For what takes long to make. It must not look up globals later: those of its file end with the file.
    this.global.keptByWorker = (name, make) => {
      if (!kept.has(name)) kept.set(name, make());
      return kept.get(name);
    };
  }
}
