import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeManifest, parseManifest } from '../../src/domain/firmware/package/index.ts';
import { read, uploadError } from '../firmware/reading.ts';
import { type CliSetting, karvon } from '../support/cli.ts';
import {
  flipped,
  makeImage,
  makeManifest,
  makeReleaseKey,
  packageOf,
  sha256Of,
  type TestReleaseKey,
  trustText,
} from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('cli');
});
const at = (name: string) => join(folder, name);
const release = (...args: string[]) => karvon(['release', ...args]);
const put = (name: string, content: Uint8Array | string) => {
  writeFileSync(at(name), content);
  return at(name);
};
const json = (name: string) => JSON.parse(readFileSync(at(name), 'utf8'));

/** A key as files: `<name>.jwk` and `<name>.jwks`. */
function keyFiles(name: string): TestReleaseKey & { file: string; trust: string } {
  const key = makeReleaseKey({ label: name });
  const file = put(`${name}.jwk`, JSON.stringify(key.privateKey.export({ format: 'jwk' })));
  return { ...key, file, trust: put(`${name}.jwks`, trustText([key])) };
}

const PACK = ['--model', 'LAMP1', '--hardware-revision', 'rev-b', '--build', '142'];
const packed = (...more: string[]) => {
  put('lamp.bin', makeImage({ secureVersion: 3, size: 2000 }));
  return release('pack', '--image', at('lamp.bin'), '--out', at('lamp.release'), ...PACK, ...more);
};

describe('karvon release', () => {
  it('karvon release creates a package that verifies, with keygen, pack, sign, verify and inspect', async () => {
    const made = await release('keygen', '--out', at('key.jwk'), '--trust', at('trust.jwks'), '--label', 'line 1');
    expect(made.code).toBe(0);
    expect(await packed()).toMatchObject({ code: 0, stdout: '' });
    expect(await release('sign', at('lamp.release'), '--key', at('key.jwk'))).toMatchObject({ code: 0, stdout: '' });
    const verified = await release('verify', at('lamp.release'), '--trust', at('trust.jwks'), '--channel', 'STABLE');
    expect(verified).toEqual({ code: 0, stdout: `${at('lamp.release')}: valid for STABLE.\n`, stderr: '' });
    const shown = await release('inspect', at('lamp.release'), '--trust', at('trust.jwks'));
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('karvon LAMP1 1.4.2, build 142');
    expect(shown.stdout).toContain('13 steps left on esp32s3');
    expect(shown.stdout).toMatch(/VALID \S{43} line 1\n/);
    expect(shown.stdout).toMatch(/Problems +none\n/);
  });

  it('karvon release creates a package that the service accepts', async () => {
    const key = keyFiles('line');
    await packed();
    expect(uploadError(await read(readFileSync(at('lamp.release')), [key]))).toBe('PACKAGE_SIGNATURE_INVALID');
    await release('sign', at('lamp.release'), '--key', key.file);
    const report = await read(readFileSync(at('lamp.release')), [key]);
    expect(uploadError(report)).toBeUndefined();
    expect(report.manifest).toEqual({
      schema: 'release/1',
      product: 'karvon',
      model: 'LAMP1',
      version: '1.4.2',
      buildNumber: 142,
      sequence: 142,
      hardwareRevisions: ['rev-b'],
      securityVersion: 3,
      allowedChannels: ['INTERNAL', 'BETA', 'STABLE'],
      createdAt: '2026-11-21T12:00:00Z',
      firmware: expect.objectContaining({ size: 2000, chip: 'esp32s3', projectName: 'lamp', idfVersion: 'v5.3' }),
    });
  });
});

describe('karvon release keygen', () => {
  it('karvon release keygen writes the private key with mode 0600 and does not print it', async () => {
    const { stdout, stderr } = await release('keygen', '--out', at('key.jwk'));
    expect(statSync(at('key.jwk')).mode & 0o777).toBe(0o600);
    const secret = json('key.jwk');
    expect(Object.keys(secret).sort()).toEqual(['crv', 'd', 'kid', 'kty', 'x']);
    expect(stdout + stderr).not.toContain(secret.d);
    expect(JSON.parse(stdout)).toMatchObject({ kty: 'OKP', crv: 'Ed25519', x: secret.x, kid: secret.kid, use: 'sig' });
  });

  it('karvon release keygen never replaces an existing file, and then does not change the registry', async () => {
    put('key.jwk', 'precious');
    const { code, stderr } = await release('keygen', '--out', at('key.jwk'), '--trust', at('trust.jwks'));
    expect(code).toBe(1);
    expect(stderr).toBe(`karvon: cannot write ${at('key.jwk')}: the file already exists.\n`);
    expect(readFileSync(at('key.jwk'), 'utf8')).toBe('precious');
    expect(readdirSync(folder)).toEqual(['key.jwk']);
  });

  it('karvon release keygen adds the key with its limits to a registry and keeps the other keys', async () => {
    await release('keygen', '--out', at('a.jwk'), '--trust', at('trust.jwks'), '--label', 'a');
    const bounds = [
      '--channels',
      'BETA,STABLE',
      '--hardware-revisions',
      'rev-b',
      '--not-after',
      '2027-01-01T00:00:00Z',
    ];
    const { stdout } = await release('keygen', '--out', at('b.jwk'), '--trust', at('trust.jwks'), '--jwks', ...bounds);
    const { keys } = json('trust.jwks');
    expect(keys).toMatchObject([
      { label: 'a', kid: json('a.jwk').kid },
      { channels: ['BETA', 'STABLE'], hardwareRevisions: ['rev-b'], notAfter: '2027-01-01T00:00:00Z' },
    ]);
    expect(JSON.parse(stdout)).toEqual({ keys: [keys[1]] });
  });

  it.each([
    ['an unknown channel', ['--channels', 'NIGHTLY']],
    ['an invalid time', ['--not-after', 'tomorrow']],
    ['a malformed registry', ['--trust', 'damaged']],
  ])('karvon release keygen generates no key with %s', async (_, options) => {
    const given = options.map((option) => (option === 'damaged' ? put('damaged', '{"keys":') : option));
    expect(await release('keygen', '--out', at('key.jwk'), ...given)).toMatchObject({ code: 1, stdout: '' });
    expect(existsSync(at('key.jwk'))).toBe(false);
  });
});

describe('karvon release pack', () => {
  const manifest = () => {
    const bytes = readFileSync(at('lamp.release'));
    return parseManifest(bytes.subarray(512, bytes.indexOf(0, 512)));
  };

  it('karvon release pack reads manifest members from a file, and options take precedence', async () => {
    const metadata = {
      product: 'lamp',
      model: 'OLD',
      sequence: 7,
      minFromVersion: '1.2.0',
      source: { commit: 'abcdef0', builtAt: '2026-09-10T00:00:00Z', reproducible: true },
      expiresAt: '2027-01-01T00:00:00Z',
    };
    const { code } = await packed('--metadata', put('meta.json', JSON.stringify(metadata)), '--channels', 'BETA');
    expect(code).toBe(0);
    expect(manifest()).toMatchObject({ ...metadata, model: 'LAMP1', allowedChannels: ['BETA'] });
  });

  it('karvon release pack prefers the version of the image over the metadata', async () => {
    const metadata = { version: '9.9.9', securityVersion: 0, firmware: { size: 1 } };
    await packed('--metadata', put('meta.json', JSON.stringify(metadata)));
    expect(manifest()).toMatchObject({ version: '1.4.2', securityVersion: 3, firmware: { size: 2000 } });
  });

  it('karvon release pack gives the same bytes for the same input', async () => {
    await packed('--created-at', '2026-09-10T00:00:00Z', '--commit', 'abcdef0', '--built-at', '2026-09-10T00:00:00Z');
    const first = readFileSync(at('lamp.release'));
    await packed(
      '--created-at',
      '2026-09-10T00:00:00Z',
      '--commit',
      'abcdef0',
      '--built-at',
      '2026-09-10T00:00:00Z',
      '--force',
    );
    expect(readFileSync(at('lamp.release')).equals(first)).toBe(true);
  });

  it('karvon release pack replaces a package only with --force', async () => {
    put('lamp.release', 'there');
    expect(await packed()).toMatchObject({ code: 1, stderr: expect.stringContaining('the file already exists') });
    expect(readFileSync(at('lamp.release'), 'utf8')).toBe('there');
    expect(await packed('--force')).toMatchObject({ code: 0 });
  });

  it.each<[string, Buffer, RegExp]>([
    ['no image', Buffer.from('hello'), /is not an ESP32 image/],
    ['an image with a flipped byte', flipped(makeImage(), 500), /is damaged/],
    ['a cut image', makeImage().subarray(0, -1), /is cut off/],
    ['an image of 300 bytes', makeImage().subarray(0, 300), /is cut off/],
    ['an image with a version that no device can prove', makeImage({ version: 'v1.4.2-3-gabcdef' }), /version/],
    ['an empty file', Buffer.alloc(0), /is not an ESP32 image/],
  ])('karvon release pack rejects %s and leaves no file', async (_, image, message) => {
    put('lamp.bin', image);
    const { code, stderr } = await release('pack', '--image', at('lamp.bin'), '--out', at('lamp.release'), ...PACK);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr.match(/\n/g)).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['lamp.bin']);
  });

  it('karvon release pack names the missing members', async () => {
    put('lamp.bin', makeImage());
    const { code, stderr } = await release('pack', '--image', at('lamp.bin'), '--out', at('x.release'));
    expect(code).toBe(1);
    for (const member of ['model', 'buildNumber', 'sequence', 'hardwareRevisions']) expect(stderr).toContain(member);
  });

  it('karvon release pack shows progress only on a terminal', async () => {
    put('big.bin', makeImage({ size: 6_000_000 }));
    const args = (out: string) => ['release', 'pack', '--image', at('big.bin'), '--out', at(out), ...PACK];
    const quiet = await karvon(args('a.release'));
    expect(quiet.stderr).not.toContain('%');
    const shown = await karvon(args('b.release'), { terminal: true });
    expect(shown.stderr).toMatch(/\rpacking .* 100 %/);
    expect(shown.stderr).toMatch(/not yet signed\.\n$/);
  });
});

describe('karvon release sign', () => {
  it('karvon release sign adds signatures of several keys and changes nothing for a repeated key', async () => {
    const [a, b] = [keyFiles('a'), keyFiles('b')];
    await packed();
    await release('sign', at('lamp.release'), '--key', a.file);
    const once = readFileSync(at('lamp.release'));
    await release('sign', at('lamp.release'), '--key', a.file);
    expect(readFileSync(at('lamp.release')).equals(once)).toBe(true);
    await release('sign', at('lamp.release'), '--key', b.file);
    const report = await read(readFileSync(at('lamp.release')), [a, b]);
    expect(report.signatures.map(({ status }) => status)).toEqual(['VALID', 'VALID']);
    expect(report.manifest?.firmware.sha256).toBe((await read(once, [a])).manifest?.firmware.sha256);
  });

  it('karvon release sign reads the key from stdin, as PEM', async () => {
    const key = keyFiles('a');
    await packed();
    const pem = String(key.privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const setting: CliSetting = { stdin: pem };
    const args = ['release', 'sign', at('lamp.release'), '--key', '-', '--out', at('signed.release')];
    expect(await karvon(args, setting)).toMatchObject({ code: 0 });
    expect(uploadError(await read(readFileSync(at('signed.release')), [key]))).toBeUndefined();
    expect(uploadError(await read(readFileSync(at('lamp.release')), [key]))).toBe('PACKAGE_SIGNATURE_INVALID');
  });

  it('karvon release sign does not replace an existing file with --out', async () => {
    const key = keyFiles('a');
    await packed();
    put('signed.release', 'there');
    const { code } = await release('sign', at('lamp.release'), '--key', key.file, '--out', at('signed.release'));
    expect(code).toBe(1);
    expect(readFileSync(at('signed.release'), 'utf8')).toBe('there');
  });

  it.each<[string, () => string]>([
    ['a public key', () => trustText([makeReleaseKey()])],
    ['a damaged key', () => '{"kty":"OKP","crv":"Ed25519","d":"canary","x":"canary"}'],
    ['no key', () => 'canary'],
  ])('karvon release sign rejects %s without printing it', async (_, text) => {
    await packed();
    const before = readFileSync(at('lamp.release'));
    const { code, stderr } = await release('sign', at('lamp.release'), '--key', put('key', text()));
    expect(code).toBe(1);
    expect(stderr).toBe(`karvon: ${at('key')} is not a private Ed25519 key (JWK or PKCS#8 PEM).\n`);
    expect(readFileSync(at('lamp.release')).equals(before)).toBe(true);
  });

  it('karvon release sign does not sign a damaged package', async () => {
    const key = keyFiles('a');
    await packed();
    const bytes = readFileSync(at('lamp.release'));
    bytes[bytes.length - 1500] = (bytes[bytes.length - 1500] ?? 0) ^ 1;
    put('lamp.release', bytes);
    const { code, stderr } = await release('sign', at('lamp.release'), '--key', key.file);
    expect(code).toBe(1);
    expect(stderr).toContain('PACKAGE_DIGEST_MISMATCH');
    expect(readFileSync(at('lamp.release')).equals(bytes)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('karvon release verify', () => {
  it('karvon release verify prints the error code of the service and exits with 1', async () => {
    const [a, b] = [keyFiles('a'), keyFiles('b')];
    await packed('--channels', 'BETA');
    const verify = (...more: string[]) => release('verify', at('lamp.release'), ...more);
    expect((await verify('--trust', a.trust)).stderr).toContain(
      'PACKAGE_SIGNATURE_INVALID: The package is not signed.',
    );
    await release('sign', at('lamp.release'), '--key', a.file);
    expect(await verify('--trust', a.trust)).toMatchObject({ code: 0, stderr: '' });
    expect(await verify('--trust', b.trust)).toMatchObject({ code: 1, stderr: expect.stringContaining('KEY_UNKNOWN') });
    expect(await verify('--trust', a.trust, '--channel', 'STABLE')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('PACKAGE_NOT_ALLOWED: The manifest allows BETA, not STABLE.'),
    });
    expect((await verify('--trust', a.trust, '--threshold', '2')).code).toBe(1);
    expect((await verify('--trust', a.trust, '--brand', 'other')).stderr).toContain('PACKAGE_MALFORMED');
    expect((await verify('--trust', a.trust, '--max-bytes', '1999')).stderr).toContain('PACKAGE_MALFORMED');
  });

  it('karvon release verify reads the registry from stdin, and accepts a single public key as a registry', async () => {
    const key = keyFiles('a');
    await packed();
    await release('sign', at('lamp.release'), '--key', key.file);
    const args = ['release', 'verify', at('lamp.release'), '--trust', '-'];
    expect((await karvon(args, { stdin: trustText([key]) })).code).toBe(0);
    expect((await karvon(args, { stdin: JSON.stringify(JSON.parse(trustText([key])).keys[0]) })).code).toBe(0);
    expect((await karvon(args, { stdin: '' })).code).toBe(1);
  });

  it('karvon release verify prints the report as JSON', async () => {
    const key = keyFiles('a');
    await packed();
    await release('sign', at('lamp.release'), '--key', key.file);
    const { stdout, code } = await release('verify', at('lamp.release'), '--trust', key.trust, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ thresholdMet: true, problems: [], manifest: { version: '1.4.2' } });
  });
});

describe('a signed package with a damaged image:', () => {
  it.each<[string, Buffer]>([
    ['a flipped byte', flipped(makeImage(), 500)],
    ['a cut image', makeImage().subarray(0, -1)],
    ['an image of 300 bytes', makeImage().subarray(0, 300)],
  ])('%s makes verify and inspect fail', async (_, image) => {
    const key = keyFiles('a');
    const manifest = makeManifest({}, { firmware: { size: image.length, sha256: sha256Of(image) } });
    put('lamp.release', (await packageOf(encodeManifest(manifest), [key], image)).bytes);
    const verified = await release('verify', at('lamp.release'), '--trust', key.trust, '--channel', 'STABLE');
    expect(verified).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('PACKAGE_NOT_ALLOWED') });
    const inspected = await release('inspect', at('lamp.release'));
    expect(inspected.code).toBe(1);
    expect(inspected.stdout).toContain('error PACKAGE_NOT_ALLOWED: The image');
    const json = JSON.parse((await release('inspect', at('lamp.release'), '--json')).stdout);
    expect(json.problems).toContainEqual(expect.objectContaining({ code: 'PACKAGE_NOT_ALLOWED', severity: 'error' }));
  });
});

describe('karvon release inspect', () => {
  it('karvon release inspect shows a package with unknown keys and one without signatures', async () => {
    await packed();
    expect(await release('inspect', at('lamp.release'))).toMatchObject({ code: 0, stderr: '' });
    await release('sign', at('lamp.release'), '--key', keyFiles('a').file);
    const { code, stdout } = await release('inspect', at('lamp.release'));
    expect(code).toBe(0);
    expect(stdout).toContain('warning PACKAGE_KEY_UNKNOWN');
  });

  it('karvon release inspect shows the readable part of a damaged package, without control characters', async () => {
    const manifest = Buffer.from('{"\\u001b[31mred":1}');
    put('lamp.release', (await packageOf(manifest, [], makeImage())).bytes);
    const shown = await release('inspect', at('lamp.release'));
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('error PACKAGE_MALFORMED');
    expect(shown.stdout).toContain('?[31mred');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(shown.stdout + shown.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
  });
});

describe('the installed command karvon', () => {
  it('the installed command karvon runs by its name in node_modules/.bin, where npx finds it', () => {
    const { status, stdout } = spawnSync('node_modules/.bin/karvon', ['release', '--help'], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: karvon release/);
  });
});

describe('an invalid command line exits with 2:', () => {
  it.each([
    ['nothing', []],
    ['no command', ['release']],
    ['an unknown command', ['release', 'publish']],
    ['an unknown option', ['release', 'inspect', 'x', '--frobnicate']],
    ['a missing option', ['release', 'pack', '--image', 'x']],
    ['a missing package', ['release', 'verify', '--trust', 'x']],
    ['an invalid number', ['release', 'verify', 'x', '--trust', 'y', '--threshold', 'two']],
    ['an invalid channel', ['release', 'verify', 'x', '--trust', 'y', '--channel', 'NIGHTLY']],
  ])('%s', async (_, args) => {
    expect(await karvon(args)).toMatchObject({ code: 2, stdout: '' });
  });

  it('--help exits with 0', async () => {
    expect(await karvon(['release', '--help'])).toMatchObject({ code: 0, stderr: '' });
    expect((await karvon(['release', 'pack', '--help'])).stdout).toContain('--hardware-revision');
  });
});

describe('an unusable file is reported in one line with exit code 1:', () => {
  it.each<[string, () => string[]]>([
    ['a missing package', () => ['inspect', at('none')]],
    ['a folder', () => ['inspect', folder]],
    ['a missing registry', () => ['verify', at('none'), '--trust', at('none')]],
    ['a missing key', () => ['sign', at('none'), '--key', at('none')]],
    ['a missing image', () => ['pack', '--image', at('none'), '--out', at('x'), ...PACK]],
    ['an output in a missing folder', () => ['keygen', '--out', at('no/where/key')]],
    ['an output that is a folder', () => ['keygen', '--out', folder]],
  ])('%s', async (_, args) => {
    const { code, stderr } = await release(...args());
    expect(code).toBe(1);
    expect(stderr).toMatch(/^karvon: [^\n]+\n$/);
  });
});
