import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import swc from '@swc/jest';

/** The service and its migrations: tests run what was built. */
const BUILT = ['src', 'migrations'];

const require = createRequire(import.meta.url);

/**
 * Compiles tests by swc. In place of the built service and of packages it gives a module that takes the exports from
 * Node, which loads them once for each worker (environment.js).
 */
export default {
  createTransformer(options) {
    const tests = swc.createTransformer(options);
    return {
      ...tests,
      getCacheKey(source, path, context) {
        const { supportsStaticESM, supportsDynamicImport } = context;
        const key = createHash('sha256').update(tests.getCacheKey(source, path, context));
        return key.update(`loaded once ${supportsStaticESM} ${supportsDynamicImport}`).digest('hex');
      },
      process(source, path, context) {
        const file = loadedOnce(path, context.config.rootDir);
        // Without import() it is globalSetup's, which runs in Jest's own process.
        if (!file || !context.supportsDynamicImport) {
          return path.endsWith('.ts') ? tests.process(source, path, context) : { code: source };
        }
        return { code: context.supportsStaticESM ? moduleOf(file) : `module.exports = ${load(file)};` };
      },
      processAsync: undefined,
    };
  },
};

/** The file that Node loads in place of this one; undefined for tests. */
function loadedOnce(path, rootDir) {
  const place = relative(rootDir, path);
  const [top = ''] = place.split(sep);
  if (BUILT.includes(top)) return join(rootDir, 'dist', place.replace(/\.ts$/, '.js'));
  return top === 'node_modules' ? path : undefined;
}

function moduleOf(file) {
  const names = Object.keys(require(file));
  const lines = names.map((name, at) =>
    name === 'default'
      ? 'export default loaded.default;'
      : `const _${at} = loaded.${name};\nexport { _${at} as ${name} };`,
  );
  return [`const loaded = ${load(file)};`, ...lines].join('\n');
}

function load(file) {
  return `requireOnce(${JSON.stringify(file)})`;
}
