import { buffer } from 'node:stream/consumers';
import { type Header, pack as tarPack } from 'tar-stream';
import { makePackage, makeReleaseKey, type TestPackage } from '../support/release-package.ts';
import { read, uploadError } from './reading.ts';

const BLOCK = 512;
const key = makeReleaseKey();

let made: TestPackage;
/** The members as they are in a good package: header, content, padding. */
let members: Record<'release' | 'signatures' | 'firmware' | 'end', Buffer>;
beforeAll(async () => {
  made = await makePackage([key], { image: { size: 700 } });
  const signatures = made.bytes.indexOf('signatures.json\0');
  const firmware = made.bytes.indexOf('firmware.bin\0');
  const end = made.bytes.length - 2 * BLOCK;
  members = {
    release: made.bytes.subarray(0, signatures),
    signatures: made.bytes.subarray(signatures, firmware),
    firmware: made.bytes.subarray(firmware, end),
    end: made.bytes.subarray(end),
  };
});

const code = async (...parts: Uint8Array[]) => uploadError(await read(Buffer.concat(parts), [key]));

it('the members in their order make a valid package', async () => {
  const { release, signatures, firmware, end } = members;
  expect(await code(release, signatures, firmware, end)).toBeUndefined();
});

it.each<[string, (keyof typeof members)[]]>([
  ['nothing', []],
  ['only the end marker', ['end']],
  ['no end marker', ['release', 'signatures', 'firmware']],
  ['the signatures first', ['signatures', 'release', 'firmware', 'end']],
  ['the image first', ['firmware', 'release', 'signatures', 'end']],
  ['the image before the signatures', ['release', 'firmware', 'signatures', 'end']],
  ['no manifest', ['signatures', 'firmware', 'end']],
  ['no signatures', ['release', 'firmware', 'end']],
  ['no image', ['release', 'signatures', 'end']],
  ['the manifest twice', ['release', 'release', 'signatures', 'firmware', 'end']],
  ['the signatures twice', ['release', 'signatures', 'signatures', 'firmware', 'end']],
  ['the image twice', ['release', 'signatures', 'firmware', 'firmware', 'end']],
  ['the manifest again at the end', ['release', 'signatures', 'firmware', 'release', 'end']],
  ['two end markers', ['release', 'signatures', 'firmware', 'end', 'end']],
  ['an end marker in between', ['release', 'signatures', 'end', 'firmware', 'end']],
])('an archive with %s is PACKAGE_MALFORMED', async (_, order) => {
  expect(await code(...order.map((name) => members[name]))).toBe('PACKAGE_MALFORMED');
});

/** Another make of tar, so that what is refused is a tar indeed. */
async function tar(
  entries: readonly (readonly [Partial<Header> & { readonly name: string }, Buffer])[],
): Promise<Buffer> {
  const archive = tarPack();
  for (const [header, content] of entries) archive.entry(header, content);
  archive.finalize();
  return buffer(archive);
}

const content = () => ({
  release: made.manifestBytes,
  signatures: members.signatures.subarray(BLOCK, BLOCK + members.signatures.indexOf('\0', BLOCK) - BLOCK),
  firmware: made.image,
});

it.each<
  [string, (parts: ReturnType<typeof content>) => (readonly [Partial<Header> & { readonly name: string }, Buffer])[]]
>([
  [
    'other values in the headers',
    ({ release, signatures, firmware }) => [
      [{ name: 'release.json', mode: 0o644, mtime: new Date(0) }, release],
      [{ name: 'signatures.json', mode: 0o644, mtime: new Date(0) }, signatures],
      [{ name: 'firmware.bin', mode: 0o644, mtime: new Date(0) }, firmware],
    ],
  ],
  [
    'a symbolic link',
    ({ release, signatures }) => [
      [{ name: 'release.json' }, release],
      [{ name: 'signatures.json' }, signatures],
      [{ name: 'firmware.bin', type: 'symlink', linkname: '/etc/passwd' }, Buffer.alloc(0)],
    ],
  ],
  [
    'a hard link',
    ({ release, signatures }) => [
      [{ name: 'release.json' }, release],
      [{ name: 'signatures.json' }, signatures],
      [{ name: 'firmware.bin', type: 'link', linkname: 'release.json' }, Buffer.alloc(0)],
    ],
  ],
  ['a folder', () => [[{ name: 'release.json/', type: 'directory' }, Buffer.alloc(0)]]],
  ['a path outside of the archive', ({ release }) => [[{ name: '../release.json' }, release]]],
  ['a pax header', ({ release }) => [[{ name: 'release.json', pax: { comment: 'x' } }, release]]],
  ['a long name', ({ release }) => [[{ name: `${'n'.repeat(200)}/release.json` }, release]]],
])('a tar with %s is PACKAGE_MALFORMED', async (_, entries) => {
  expect(uploadError(await read(await tar(entries(content())), [key]))).toBe('PACKAGE_MALFORMED');
});

describe('a member above its maximum size is rejected before it is read', () => {
  const header = (name: string, size: number) => {
    const block = Buffer.from(members.release.subarray(0, BLOCK));
    block.fill(0, 0, 100).write(name, 0);
    block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
    block.write('        ', 148);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return block;
  };

  it('the headers made by this test are valid', () => {
    expect(header('release.json', made.manifestBytes.length).equals(members.release.subarray(0, BLOCK))).toBe(true);
  });

  it('a manifest above 64 KiB', async () => {
    expect(await code(header('release.json', 65_537))).toBe('PACKAGE_MALFORMED');
    const report = await read(Buffer.concat([header('release.json', 65_537)]), [key]);
    expect(report.problems[0]?.message).toContain('maximum of 65536');
  });

  it('signatures above 16 KiB', async () => {
    const report = await read(Buffer.concat([members.release, header('signatures.json', 16_385)]), [key]);
    expect(report.problems[0]?.message).toContain('maximum of 16384');
  });

  it('an image above the configured limit', async () => {
    const start = Buffer.concat([members.release, members.signatures, header('firmware.bin', 701)]);
    const report = await read(start, [key], { limits: { firmwareBytes: 700 } });
    expect(report.problems.at(-1)?.message).toContain('maximum of 700');
    expect(uploadError(await read(made.bytes, [key], { limits: { firmwareBytes: 700 } }))).toBeUndefined();
  });

  it('an endless archive is not read beyond the maximum size', async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 4096;
        yield Buffer.alloc(4096);
      }
    }
    expect(uploadError(await read(endless(), [key], { limits: { firmwareBytes: 700 } }))).toBe('PACKAGE_MALFORMED');
    expect(sent).toBeLessThan(200_000);
  });
});
