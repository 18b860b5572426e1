import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_ADMIN, startTestApp, type TestApp } from '../support/app.ts';
import { CLI, karvonProcess } from '../support/cli.ts';
import { makeImage, makeReleaseKey } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';
import { onTerminal } from '../support/terminal.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const BACKSPACE = '\u007f';
const LEFT = '\u001b[D';
const PASTE = ['\u001b[200~', '\u001b[201~'] as const;
const PROMPT = `Password of ${FIRST_ADMIN.email}: `;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const karvon = (...args: string[]) => [process.execPath, CLI, ...args].map((word) => `'${word}'`).join(' ');
const simulate = (...more: string[]) =>
  karvon('simulate', '--url', app.url, '--admin-email', FIRST_ADMIN.email, '--admin-password', '-', ...more);
const ONE_DEVICE = ['--devices', '1', '--duration', '1', '--json'];

/** Another system's `script` takes other options. */
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('simulate --admin-password - on a terminal', () => {
  const half = FIRST_ADMIN.password.length / 2;
  const [first, second] = [FIRST_ADMIN.password.slice(0, half), FIRST_ADMIN.password.slice(half)];
  it.each([
    ['typed', `${FIRST_ADMIN.password}\r`],
    [
      'corrected',
      `oops${CTRL_U}${first}я${BACKSPACE}${second.slice(0, -1)}X${LEFT}${second.slice(-1)}\u001b[C${BACKSPACE}\r`,
    ],
    ['pasted with the next line', `${FIRST_ADMIN.password}\nanother line\n`],
    ['pasted in brackets', `${PASTE[0]}${FIRST_ADMIN.password}${PASTE[1]}\r`],
  ])('the prompt accepts a password that is %s and does not show it', async (_how, keys) => {
    const terminal = onTerminal(simulate(...ONE_DEVICE));
    await terminal.shows(PROMPT);
    terminal.type(keys);
    expect([await terminal.ended(), terminal.screen()]).toEqual([0, expect.stringContaining('"devices":1')]);
    for (const piece of [first, second, 'oops', 'another']) expect(terminal.screen()).not.toContain(piece);
  });

  it('the prompt exits with 130 on Ctrl-C and restores the terminal', async () => {
    const terminal = onTerminal(`${simulate()}; echo "ended with $?"; stty -a`);
    await terminal.shows(PROMPT);
    terminal.type(`Quiet${CTRL_C}`);
    await terminal.ended();
    expect(terminal.screen()).toContain('ended with 130');
    expect(terminal.screen()).toMatch(/ icanon .* echo /s);
    expect(terminal.screen()).not.toContain('Quiet');
  });

  it.each([
    ['nothing but Enter', '\r'],
    ['Ctrl-D', CTRL_D],
  ])('the prompt reports a missing password after %s', async (_how, keys) => {
    const terminal = onTerminal(simulate());
    await terminal.shows(PROMPT);
    terminal.type(keys);
    expect(await terminal.ended()).toBe(1);
    expect(terminal.screen()).toContain(`karvon: ${PROMPT}standard input is empty.`);
  });
});

onLinux('release sign --key - on a terminal', () => {
  it('the prompt accepts a pasted PEM and does not show it', async () => {
    const folder = temporaryFolder('sign');
    const at = (name: string) => join(folder, name);
    const { privateKey } = makeReleaseKey();
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    writeFileSync(at('lamp.bin'), makeImage({ secureVersion: 3, size: 2000 }));
    const pack = ['--model', 'LAMP1', '--hardware-revision', 'rev-b', '--build', '142'];
    await karvonProcess(['release', 'pack', '--image', at('lamp.bin'), '--out', at('lamp.release'), ...pack]);
    const unsigned = readFileSync(at('lamp.release'));

    const terminal = onTerminal(karvon('release', 'sign', at('lamp.release'), '--key', '-'));
    await terminal.shows('Private key');
    terminal.type(`${pem.replaceAll('\n', '\r')}${CTRL_D}`);
    expect([await terminal.ended(), terminal.screen()]).toEqual([0, expect.stringContaining('signed with key')]);
    expect(terminal.screen()).not.toContain('PRIVATE KEY-');
    expect(terminal.screen()).not.toContain(pem.split('\n')[1]);
    expect(readFileSync(at('lamp.release')).equals(unsigned)).toBe(false);
  });
});
