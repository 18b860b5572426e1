import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(?:js|css|svg|json|webmanifest)$/;

/** Below this a compressed file saves no packet. */
const MIN_BYTES = 1_024;

const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

/** A plugin of Vite that writes a .br and a .gz beside each text file of the build, so that the service never compresses. */
export function compressed() {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      const assets = join(dir, 'assets');
      for (const name of readdirSync(assets).filter((one) => TEXT.test(one))) {
        const bytes = readFileSync(join(assets, name));
        if (bytes.length < MIN_BYTES) continue;
        writeFileSync(join(assets, `${name}.br`), brotli(bytes));
        writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
