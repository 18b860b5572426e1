import { type StdioOptions, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { karvon } from '../support/cli.ts';
import { makeImage, makePackage, makeReleaseKey, trustText } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';
import { read, uploadError } from './reading.ts';

/** The lines as the documentation has them. */
function documented(name: 'verify' | 'sign'): string {
  const text = readFileSync('docs/devices/release-signing.md', 'utf8');
  const [, lines] = text.match(new RegExp(`\`\`\`bash ${name}\n([^]*?)\n\`\`\``)) ?? [];
  if (!lines) throw new Error(`The documentation shows no way to ${name}.`);
  return lines;
}

function bash(lines: string, folder: string, variables: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...variables };
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  return spawnSync('bash', ['-euo', 'pipefail', '-c', lines], { cwd: folder, env, stdio, encoding: 'utf8' });
}

describe('a package made with karvon release sign', () => {
  let folder: string;
  let variables: { package: string; key: string };
  beforeEach(async () => {
    folder = temporaryFolder('openssl');
    const at = (name: string) => join(folder, name);
    writeFileSync(at('lamp.bin'), makeImage({ size: 100_000 }));
    const { stdout } = await karvon(['release', 'keygen', '--out', at('key.jwk')]);
    writeFileSync(at('public.jwk'), stdout);
    variables = { package: at('lamp.release'), key: at('public.jwk') };
    const about = ['--model', 'LAMP1', '--hardware-revision', 'rev-b', '--build', '142'];
    await karvon(['release', 'pack', '--image', at('lamp.bin'), '--out', variables.package, ...about]);
    await karvon(['release', 'keygen', '--out', at('other.jwk')]);
    await karvon(['release', 'sign', variables.package, '--key', at('other.jwk')]);
    await karvon(['release', 'sign', variables.package, '--key', at('key.jwk')]);
  });

  it('a package made with karvon release sign can be verified with the documented openssl commands', () => {
    const { status, stdout, stderr } = bash(documented('verify'), folder, variables);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe('Signature Verified Successfully\nfirmware.bin: OK\n');
  });

  it('a package made with karvon release sign fails the openssl verification if the manifest or the image was changed', () => {
    const bytes = readFileSync(variables.package);
    for (const at of [530, bytes.length - 2000]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(variables.package, damaged);
      expect(bash(documented('verify'), folder, variables).status).not.toBe(0);
    }
  });

  it('a package made with karvon release sign fails the openssl verification with another key', async () => {
    const { stdout } = await karvon(['release', 'keygen', '--out', join(folder, 'third.jwk')]);
    writeFileSync(variables.key, stdout);
    expect(bash(documented('verify'), folder, variables).status).not.toBe(0);
  });
});

describe('a package made with tar and openssl', () => {
  it('a package made with tar and openssl is accepted, and equals the one made with karvon release sign', async () => {
    const folder = temporaryFolder('openssl');
    const at = (name: string) => join(folder, name);
    const key = makeReleaseKey();
    const made = await makePackage([key]);
    writeFileSync(at('release.json'), made.manifestBytes);
    writeFileSync(at('firmware.bin'), made.image);
    writeFileSync(at('private.pem'), key.privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const variables = { package: at('hand.release'), private: at('private.pem'), kid: key.kid };
    const { status, stderr } = bash(documented('sign'), folder, variables);
    expect([status, stderr]).toEqual([0, '']);
    const bytes = readFileSync(at('hand.release'));
    expect(uploadError(await read(bytes, [key]))).toBeUndefined();
    expect(bytes.equals(made.bytes)).toBe(true);
    writeFileSync(at('trust.jwks'), trustText([key]));
    expect((await karvon(['release', 'verify', at('hand.release'), '--trust', at('trust.jwks')])).code).toBe(0);
  });
});
