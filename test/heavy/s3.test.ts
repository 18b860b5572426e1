import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { sweepObjects } from '../../src/domain/objects/index.ts';
import type { S3Settings } from '../../src/model/ports.ts';
import { StorageFull, StorageUnavailable } from '../../src/model/storage-errors.ts';
import { openS3Storage } from '../../src/platform/storage/s3-storage.ts';
import { legacyFields, uploadLegacy } from '../firmware/releases.ts';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { listed, sha256Of, storageSuite, stored } from '../storage/storage-suite.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type CorruptingProxy, startCorruptingProxy } from '../support/corrupting-proxy.ts';
import { makeDevice } from '../support/factories/device.ts';
import { temporaryFolder } from '../support/run.ts';
import { hasS3Server, type S3Server, startS3Server } from '../support/s3-server.ts';

if (!hasS3Server && process.env.CI === 'true') {
  it('an S3 server can be started', () => {
    throw new Error('Swift cannot be started here: see test/support/s3-server.ts');
  });
}
if (!hasS3Server) process.stderr.write('Swift is not installed: the S3 storage is not proved here.\n');
const describeS3 = hasS3Server ? describe : describe.skip;

describeS3('S3', () => {
  const spoolFolder = temporaryFolder('spool');
  let server: S3Server;
  let storage: ReturnType<typeof openS3Storage>;

  const settings = (): S3Settings => ({ ...server, forcePathStyle: true, spoolFolder });
  const open = (others: Partial<S3Settings> = {}) => openS3Storage({ ...settings(), ...others }, () => new Date());

  beforeAll(async () => {
    server = await startS3Server();
    storage = open({ listPageSize: 3 });
  });
  afterAll(async () => {
    await storage.close();
    await server.stop();
  });

  storageSuite(
    () => storage,
    () => (existsSync(spoolFolder) ? readdirSync(spoolFolder) : []),
  );

  describe('a signed URL', () => {
    const content = randomBytes(100_000);
    let name: string;
    let url: string;

    beforeAll(async () => {
      name = await stored(storage, content);
      url = await storage.signDownload(name, new Date(Date.now() + 3_600_000));
    });

    it('a signed URL returns the object without other credentials, whole and by range', async () => {
      const whole = await fetch(url);
      expect([whole.status, sha256Of(await whole.bytes())]).toEqual([200, name]);
      expect(whole.headers.get('content-type')).toBe('application/octet-stream');
      expect(whole.headers.get('content-disposition')).toBe('attachment; filename="firmware.bin"');
      const part = await fetch(url, { headers: { range: 'bytes=50000-' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 50000-99999/100000']);
      expect(Buffer.from(await part.bytes())).toEqual(content.subarray(50_000));
    });

    it('a signed URL fails if it is altered, expired or of another object', async () => {
      const other = await stored(storage, randomBytes(10));
      const altered = [
        url.replace(/X-Amz-Signature=(.)/, (_all, digit) => `X-Amz-Signature=${digit === '0' ? '1' : '0'}`),
        url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800'),
        url.replace(name, other),
        await openS3Storage(settings(), () => new Date(Date.now() - 120_000)).signDownload(
          name,
          new Date(Date.now() - 60_000),
        ),
      ];
      const statuses = await Promise.all(altered.map(async (one) => (await fetch(one)).status));
      expect(statuses).toEqual(altered.map(() => 403));
      expect((await fetch(url.slice(0, url.indexOf('?')))).ok).toBe(false);
    });
  });

  it('the storage is not ready with wrong credentials or another bucket', async () => {
    for (const wrong of [{ secretAccessKey: 'wrong' }, { accessKeyId: 'test:nobody' }, { bucket: 'another' }]) {
      const stranger = open(wrong);
      expect(await stranger.ping()).toBe(false);
      await expect(stored(stranger, randomBytes(10))).rejects.toBeInstanceOf(StorageUnavailable);
      await expect(listed(stranger)).rejects.toBeInstanceOf(StorageUnavailable);
      await stranger.close();
    }
  });

  describe('an upload to S3', () => {
    let proxy: CorruptingProxy;
    let through: typeof storage;

    beforeAll(async () => {
      proxy = await startCorruptingProxy(server.endpoint);
      through = open({ endpoint: proxy.url });
    });
    afterAll(async () => {
      await through.close();
      await proxy.close();
    });

    it('an upload to S3 fails if its bytes were changed on the way', async () => {
      const content = randomBytes(50_000);
      proxy.failNext('flip', 'flip');
      await expect(stored(through, content)).rejects.toBeInstanceOf(StorageUnavailable);
      expect(await storage.size(sha256Of(content))).toBeUndefined();
    });

    it.each([500, 503, 409])('an upload to S3 is retried once after a %i', async (status) => {
      const content = randomBytes(50_000);
      proxy.failNext(status);
      expect(await storage.size(await stored(through, content))).toBe(50_000);
      proxy.failNext(status, status);
      await expect(stored(through, randomBytes(10))).rejects.toBeInstanceOf(StorageUnavailable);
    });

    it('an upload to S3 is sent without If-None-Match if the server does not support it', async () => {
      proxy.failNext(501);
      expect(await storage.size(await stored(through, randomBytes(1_234)))).toBe(1_234);
    });

    it('an upload to S3 fails as a full storage if the server says so', async () => {
      proxy.failNext(507, 507);
      await expect(stored(through, randomBytes(10))).rejects.toBeInstanceOf(StorageFull);
    });

    it('an upload to S3 replaces a different object of the same name', async () => {
      const content = randomBytes(5_000);
      const client = new S3Client({
        endpoint: server.endpoint,
        region: server.region,
        forcePathStyle: true,
        credentials: { accessKeyId: server.accessKeyId, secretAccessKey: server.secretAccessKey },
      });
      const Key = `firmware/${sha256Of(content)}`;
      await client.send(new PutObjectCommand({ Bucket: server.bucket, Key, Body: 'half' }));
      client.destroy();
      await stored(storage, content);
      expect(await storage.size(sha256Of(content))).toBe(5_000);
    });
  });

  describe('the service on S3', () => {
    let app: TestApp;
    let root: Caller;

    beforeAll(async () => {
      const { endpoint, region, bucket, accessKeyId, secretAccessKey } = server;
      app = await startTestApp({
        env: {
          S3_ENDPOINT: endpoint,
          S3_REGION: region,
          S3_BUCKET: bucket,
          S3_ACCESS_KEY_ID: accessKeyId,
          S3_SECRET_ACCESS_KEY: secretAccessKey,
        },
      });
      root = await app.as('SUPER_ADMIN');
    });
    afterAll(() => app.stop());

    async function isDegradedOnly(): Promise<void> {
      const device = await makeDevice(app, { status: 'ACTIVE' });
      const before = await app.sql('select id from release');
      const [reply, health, heartbeat] = await Promise.all([
        uploadLegacy(root, legacyFields(), randomBytes(10_000)),
        app.rest('GET', '/health'),
        beat(app, device),
      ]);
      expect([reply.status, reply.body.error.code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
      expect(reply.headers['retry-after']).toBe('10');
      expect([health.status, health.body.status, health.body.checks.objectStorage]).toEqual([200, 'degraded', false]);
      expect(heartbeat.status).toBe(201);
      expect(await app.sql('select id from release')).toEqual(before);
    }

    async function isWell(): Promise<void> {
      const image = randomBytes(10_000);
      const reply = await uploadLegacy(root, legacyFields(), image);
      expect([reply.status, reply.body.firmware]).toEqual([201, { sha256: sha256Of(image), size: image.length }]);
      const expiresAt = new Date(app.clock.now().getTime() + 3_600_000);
      const download = await fetch(await app.runtime.storage.signDownload(sha256Of(image), expiresAt));
      expect(Buffer.from(await download.bytes())).toEqual(image);
      expect((await app.rest('GET', '/health')).body.status).toBe('ok');
    }

    it('the service on S3 stores images in S3 and serves no files itself', async () => {
      await isWell();
      const reply = await app.rest('GET', `/v1/firmware/files/${'0'.repeat(64)}?expires=1&signature=0`);
      expect([reply.status, reply.body.error.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    });

    it('the service on S3 deletes objects that no release uses', async () => {
      await stored(app.runtime.storage, randomBytes(10));
      const inTwoDays = { now: () => new Date(Date.now() + 2 * 86_400_000) };
      expect(await sweepObjects({ ...app.runtime, clock: inTwoDays })).toBeGreaterThan(0);
      const named: { name: string }[] = await app.sql('select distinct firmware_sha256 as name from release');
      expect(await listed(app.runtime.storage)).toEqual(named.map(({ name }) => name).toSorted());
    });

    it('the service on S3 fails only uploads while the server is down, and recovers', async () => {
      await server.kill9();
      await isDegradedOnly();
      await server.restart();
      await isWell();
    });

    it('the service on S3 fails only uploads while the server hangs, and recovers', async () => {
      server.pause();
      await isDegradedOnly();
      server.resume();
      await isWell();
    });
  });
});
