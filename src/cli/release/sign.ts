import { createHash } from 'node:crypto';
import { signManifest, writePackage } from '../../domain/firmware/package/index.ts';
import { writeAtomically } from '../files.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { readPrivateKey } from './key-file.ts';
import { readPackageFile, requireNoErrors } from './package-file.ts';

export interface SignOptions {
  readonly key: string;
  readonly out?: string;
  readonly brand: string;
  readonly maxBytes: number;
}

/** Adds a signature. Checks the whole package first, so that no signed package has content that the service rejects. */
export async function sign(path: string, options: SignOptions, io: CliIo): Promise<void> {
  const { brand, maxBytes, out = path } = options;
  const privateKey = await readPrivateKey(options.key, io);
  const report = await readPackageFile(path, { brand, maxBytes }, io);
  requireNoErrors(path, report);
  const { manifestBytes } = report;
  if (!manifestBytes) throw new CliError(`${path} has no manifest.`);
  const signature = signManifest(manifestBytes, brand, privateKey);
  const signatures = [...report.signatures.filter(({ kid }) => kid !== signature.kid), signature];

  async function rewrite(image: AsyncIterable<Uint8Array>) {
    const hash = createHash('sha256');
    let size = 0;
    async function* hashed(): AsyncGenerator<Uint8Array> {
      for await (const piece of image) {
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
      if (hash.copy().digest('hex') !== report.firmware?.sha256)
        throw new CliError(`${path} changed while it was being signed. Sign it again.`);
    }
    const firmware = { size: report.firmware?.size ?? 0, bytes: hashed() };
    const content = writePackage({ manifest: manifestBytes ?? Buffer.alloc(0), brand, signatures, firmware });
    await writeAtomically(out, content, { replace: out === path });
    return { size, sha256: hash.digest('hex') };
  }
  requireNoErrors(path, await readPackageFile(path, { brand, maxBytes, firmware: rewrite }, io));
  io.stderr.write(line(`${out}: signed with key ${signature.kid} (signatures: ${signatures.length}).`));
}
