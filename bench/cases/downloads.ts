import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { type SignedDownloads, signedDownloads } from '../../src/platform/storage/signed-downloads.ts';
import type { BenchCase, BenchContext } from '../case.ts';
import { startKarvonOn } from '../commerce-place.ts';
import { type Contender, compare } from '../compare.ts';
import { freePort, startProcess, waitForHealth } from '../processes.ts';
import { packRequests, type RequestPool, serializeRequest } from '../request-pool.ts';

/** A common size of an application image for an ESP32. */
const IMAGE_BYTES = 2 * 1024 * 1024;
const MIB = 1024 * 1024;
const CONNECTIONS = 8;
/** Each URL has its own rate limit, so each device gets its own URL. */
const DEVICES = 256;
const REQUEST_BYTES = 512;
const LIFETIME_MS = 3_600_000;

const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** A minimal file server: one process, the kernel's sendfile, no log. */
function nginxConf(directory: string, port: number): string {
  return `
daemon off;
pid ${directory}/nginx.pid;
error_log stderr error;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 64; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${directory};
    location = /health { return 200; }
  }
}`;
}

async function startNginx({ directory }: BenchContext, image: Buffer): Promise<Contender> {
  const place = join(directory, 'nginx');
  await mkdir(place);
  await writeFile(join(place, 'image'), image);
  const port = await freePort();
  const conf = join(place, 'nginx.conf');
  await writeFile(conf, nginxConf(place, port));
  const owned = await startProcess({ name: 'nginx', command: 'nginx', args: ['-c', conf, '-e', 'stderr'] });
  await waitForHealth(owned, port);
  const requests = packRequests(1, REQUEST_BYTES, () => serializeRequest({ method: 'GET', path: '/image' }));
  return { name: 'nginx, sendfile', port, pid: workerOf(owned.pid), requests };
}

/** The process id of nginx's worker, which serves the requests; the started process where /proc is missing. */
function workerOf(master: number): number {
  const { stdout } = spawnSync('pgrep', ['-P', String(master)], { encoding: 'utf8' });
  return Number(stdout?.split('\n')[0]) || master;
}

async function startKarvonWith(context: BenchContext, image: Buffer) {
  const karvon = await startKarvonOn(context, 'downloads');
  const dataDir = join(context.directory, 'data-downloads');
  const sha256 = createHash('sha256').update(image).digest('hex');
  const folder = join(dataDir, 'objects', sha256.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, sha256.slice(2)), image);
  const { claimCodePepper } = loadKeys({ kind: 'folder', path: join(dataDir, 'keys') });
  const urls = signedDownloads('http://localhost/v1/firmware/files/', () => [claimCodePepper]);
  const contender: Contender = { name: 'Karvon, signed URLs', port: karvon.port, pid: karvon.process.pid };
  return { contender, requests: signedRequests(urls, sha256) };
}

function signedRequests(urls: SignedDownloads, sha256: string): RequestPool {
  const from = Date.now() + LIFETIME_MS;
  return packRequests(DEVICES, REQUEST_BYTES, (index) => {
    const { pathname, search } = new URL(urls.sign(sha256, new Date(from + index * 1_000)));
    return serializeRequest({ method: 'GET', path: pathname + search });
  });
}

/** Downloads of an image from the file storage, compared with nginx. */
export const downloads: BenchCase = {
  name: 'downloads',
  title: `downloads of an image of ${IMAGE_BYTES / MIB} MiB, ${CONNECTIONS} connections`,
  run: async (context) => {
    const { rounds, warmUpMs, durationMs, baselinesOnly } = context.options;
    if (!hasNginx) context.progress('nginx is not installed: only Karvon is measured');
    const image = randomBytes(IMAGE_BYTES);
    const nginx = hasNginx ? [await startNginx(context, image)] : [];
    const karvon = await startKarvonWith(context, image);
    const medians = await compare({
      contenders: [...nginx, ...(baselinesOnly ? [] : [karvon.contender])],
      rounds,
      connections: CONNECTIONS,
      warmUpMs,
      durationMs,
      expectedStatus: 200,
      requests: () => karvon.requests,
      repeat: true,
      progress: context.progress,
    });
    const ceiling = medians[0]?.perSecond ?? Number.NaN;
    return {
      rows: medians.map(({ name, ...numbers }) => ({
        what: `${name}: ${Math.round((numbers.perSecond * IMAGE_BYTES) / MIB)} MiB/s`,
        ...numbers,
        ratio: numbers.perSecond / ceiling,
      })),
      targets: [],
    };
  },
};
