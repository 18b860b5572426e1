import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Names the copy of the service that a module belongs to, in its URL; the copy that all tests share has no number. */
const COPY = 'copy';
/** Marks a replaced module's own code, from which its replacement takes the other exports. */
const ACTUAL = 'actual';
const SERVICE = pathToFileURL(`${process.cwd()}/dist/`).href;

const require = createRequire(import.meta.url);
const copies = new Map();
globalThis.replacedExports = (copy, url) => copies.get(copy)[url];

/**
 * Loads the service anew with other exports in some of its modules.
 * @param replaced by file of `dist`, the exports that take the place of the module's own
 * @returns loads further modules of that copy, by file
 */
export function importReplaced(replaced) {
  const copy = String(copies.size + 1);
  copies.set(
    copy,
    Object.fromEntries(Object.entries(replaced).map(([file, given]) => [pathToFileURL(file).href, given])),
  );
  return (file) => import(`${pathToFileURL(file).href}?${COPY}=${copy}`);
}

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const copy = context.parentURL && new URL(context.parentURL).searchParams.get(COPY);
    if (!copy || !found.url.startsWith(SERVICE) || found.url.includes('?')) return found;
    return { ...found, url: `${found.url}?${COPY}=${copy}` };
  },
  load(url, context, next) {
    const { searchParams } = new URL(url);
    const copy = searchParams.get(COPY);
    const plain = url.split('?')[0];
    if (!copy || searchParams.has(ACTUAL) || !copies.get(copy)[plain]) return next(url, context);
    return { format: 'module', shortCircuit: true, source: replacementOf(copy, plain) };
  },
});

function replacementOf(copy, url) {
  const given = copies.get(copy)[url];
  const names = Object.keys(require(fileURLToPath(url)));
  return [
    `import * as actual from ${JSON.stringify(`${url}?${COPY}=${copy}&${ACTUAL}`)};`,
    `const given = globalThis.replacedExports(${JSON.stringify(copy)}, ${JSON.stringify(url)});`,
    ...names.map((name) => `export const ${name} = ${name in given ? 'given' : 'actual'}.${name};`),
  ].join('\n');
}
