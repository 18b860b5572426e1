/** An attacker: waits for SIGUSR2, does what its plan says, prints how it was answered, and ends. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackPlan, AttackRequest } from './floods/attack.ts';
import { serializeRequest } from './request-pool.ts';

const { port, attack, maxMs }: AttackPlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const host = '127.0.0.1';
const REQUESTS_BESIDE_STREAMS = 3;
const statuses: Record<string, number> = {};
let sent = 0;

function next(): AttackRequest {
  const request = attack.requests[sent % attack.requests.length];
  if (!request) throw new Error('the plan has no requests');
  sent += 1;
  return request;
}

function note(what: string | number): void {
  statuses[what] = (statuses[what] ?? 0) + 1;
}

/** Sends a request and reads its answer. */
function ask(agent: Agent, { method, path, headers, body }: AttackRequest): Promise<void> {
  return new Promise((resolve) => {
    const typed = body === undefined ? {} : { 'content-type': 'application/json' };
    const call = request({ host, port, agent, method, path, headers: { ...typed, ...headers } }, (answer) => {
      note(answer.statusCode ?? 0);
      answer.resume().once('close', resolve);
    });
    call.once('error', () => {
      note('lost');
      resolve();
    });
    call.end(body);
  });
}

async function answered(connections = attack.connections): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = attack.count;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left > 0) {
        left -= 1;
        await ask(agent, next());
      }
    }),
  );
  agent.destroy();
}

/** A connection that reads nothing and minds nothing. */
function open(): Socket {
  const socket = connect(port, host).pause();
  socket.on('error', () => note('lost'));
  return socket;
}

async function unread(): Promise<void> {
  const each = Math.floor(attack.count / attack.connections);
  const sockets = Array.from({ length: attack.connections }, () => {
    const socket = open();
    socket.write(Array.from({ length: each }, () => serializeRequest(next())).join(''));
    return socket;
  });
  await sleep(attack.pauseMs);
  for (const socket of sockets) socket.destroy();
}

async function abandoned(): Promise<void> {
  const sockets = Array.from({ length: attack.connections }, () => {
    const socket = open();
    socket.write(serializeRequest(next()));
    return socket;
  });
  await sleep(attack.pauseMs);
  for (const socket of sockets) socket.destroy();
  await sleep(attack.betweenMs ?? 0);
}

/** Streams with a subscription each, while the requests of the list are sent. */
async function subscribed(): Promise<void> {
  const { cookies = [], subscription = '' } = attack;
  const body = JSON.stringify({ query: subscription });
  const sockets = Array.from({ length: attack.connections }, (_, index) => {
    const headers = { cookie: cookies[index % cookies.length] ?? '', accept: 'text/event-stream' };
    const socket = open();
    socket.once('data', (start: Buffer) => note(start.toString('latin1').split(' ')[1] ?? 'no status'));
    socket.resume();
    socket.write(serializeRequest({ method: 'POST', path: '/graphql/stream', headers, body }));
    return socket;
  });
  await sleep(attack.pauseMs / 2);
  await answered(REQUESTS_BESIDE_STREAMS);
  await sleep(attack.pauseMs);
  for (const socket of sockets) socket.destroy();
}

const WAYS = { answered: () => answered(), unread, abandoned, subscribed } as const;

process.once('SIGUSR2', async () => {
  for (let wave = 0; wave < attack.waves; wave += 1) {
    await WAYS[attack.way]();
    if (attack.way === 'answered' && wave + 1 < attack.waves) await sleep(attack.pauseMs);
  }
  process.stdout.write(`${JSON.stringify({ sent, statuses })}\n`);
  process.exit(0);
});
setTimeout(() => {
  process.stdout.write(`${JSON.stringify({ sent, statuses, stopped: 'at its time limit' })}\n`);
  process.exit(0);
}, maxMs);
process.stdout.write('ready\n');
