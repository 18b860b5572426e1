import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { blocksOf } from '../support/markdown.ts';
import { temporaryFolder } from '../support/run.ts';

const PAGE = 'docs/devices/first-heartbeat.md';
/** What an author reads in a minute. */
const MAX_LINES = 26;
/** Debian's; another one of the same machine may not be there. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

let app: RunningApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const [program] = blocksOf(PAGE).filter(({ name }) => name === 'heartbeat.py');
const folder = temporaryFolder('first-heartbeat');
const file = join(folder, 'heartbeat.py');
writeFileSync(file, program?.text ?? '');

/** Runs the program of the page for a device. */
function run(serial: string, secret: Uint8Array): Promise<string> {
  const credentials = join(folder, 'seeded-devices.jsonl');
  writeFileSync(credentials, `${JSON.stringify({ serial, secret: Buffer.from(secret).toString('base64url') })}\n`);
  return new Promise((resolve, reject) => {
    execFile(PYTHON, [file, app.url, credentials], (error, out) => (error ? reject(error) : resolve(out)));
  });
}

describe('the page for a first heartbeat', () => {
  it('the page for a first heartbeat has a program that is short, and brings a device online', async () => {
    expect(program?.text.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(MAX_LINES);
    const device = await makeDevice(app, { status: 'ACTIVE' });
    const [status, ...body] = (await run(device.serial, device.secret)).split(' ');
    expect([status, JSON.parse(body.join(' '))]).toEqual(['201', expect.objectContaining({ accepted: true })]);
    const seen = await app.sql('select firmware_version from device_presence where device_id = $1', [device.id]);
    expect(seen).toEqual([{ firmware_version: '1.0.0' }]);
  });

  it('the page for a first heartbeat has a program that shows what is wrong with a proof', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE' });
    const output = await run(device.serial, Buffer.alloc(32, 7));
    expect(output).toMatch(/^401 .*DEVICE_PROOF_INVALID/);
  });
});
