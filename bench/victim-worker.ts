/**
 * A caller who does nothing wrong: sends a light request at a steady pace, whether or not the one before is answered, and prints
 * a line about each window of time, which SIGUSR2 ends. Ends on SIGTERM.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AttackRequest, VictimPlan, VictimWindow } from './floods/attack.ts';
import { percentile } from './statistics.ts';

const { port, cookies, devices, everyMs }: VictimPlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const QUERY = JSON.stringify({ query: '{ devices(first: 5) { nodes { serial status presence { online } } } }' });
const ADDRESSES = 250;

interface Open {
  readonly times: number[];
  readonly failed: Record<string, number>;
  pending: number;
  isOver: boolean;
}

let sent = 0;
let current: Open = newWindow();

function newWindow(): Open {
  return { times: [], failed: {}, pending: 0, isOver: false };
}

/** A heartbeat, a page of devices or a probe, in turn; from so many callers that no limit is near. */
function next(): AttackRequest {
  sent += 1;
  const turn = Math.floor(sent / 3);
  const headers = { 'x-forwarded-for': `198.18.0.${turn % ADDRESSES}` };
  if (sent % 3 === 0) return { method: 'GET', path: '/health', headers };
  if (sent % 3 === 1) {
    const cookie = cookies[turn % cookies.length] ?? '';
    return { method: 'POST', path: '/graphql', headers: { ...headers, cookie }, body: QUERY };
  }
  return heartbeat(turn, headers);
}

function heartbeat(turn: number, headers: Readonly<Record<string, string>>): AttackRequest {
  const device = devices[turn % devices.length];
  if (!device) throw new Error('the plan has no devices');
  const [timestamp, uptime] = [String(Date.now()), 3_600 + turn];
  const proof = createHmac('sha256', Buffer.from(device.secret, 'hex'))
    .update(`${timestamp}.${device.serial}.1.0.0.${uptime}`)
    .digest('hex');
  return {
    method: 'POST',
    path: '/v1/devices/heartbeat',
    headers: { ...headers, 'x-karvon-timestamp': timestamp, 'x-karvon-proof': proof },
    body: JSON.stringify({ serial: device.serial, firmwareVersion: '1.0.0', appVersion: '1.0.0', uptime }),
  };
}

function send(): void {
  const window = current;
  const { method, path, headers, body } = next();
  const from = performance.now();
  window.pending += 1;
  function done(status: number): void {
    window.times.push(performance.now() - from);
    if (status !== 200 && status !== 201) window.failed[status] = (window.failed[status] ?? 0) + 1;
    window.pending -= 1;
    report(window);
  }
  const typed = body === undefined ? {} : { 'content-type': 'application/json' };
  const call = request(
    { host: '127.0.0.1', port, agent, method, path, headers: { ...typed, ...headers } },
    (answer) => {
      answer.resume().once('end', () => done(answer.statusCode ?? 0));
    },
  );
  call.once('error', () => done(0));
  call.end(body);
}

/** Prints a window once it is over and all that was sent in it is answered. */
function report({ times, failed, pending, isOver }: Open): void {
  if (!isOver || pending > 0) return;
  const sorted = times.toSorted((one, other) => one - other);
  const [p50, p95, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.95), percentile(sorted, 0.99)];
  const line: VictimWindow = { requests: times.length, p50, p95, p99, failed };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

process.on('SIGUSR2', () => {
  const over = current;
  current = newWindow();
  over.isOver = true;
  report(over);
});
process.once('SIGTERM', () => process.exit(0));
setInterval(send, everyMs);
