import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { openS3Storage, type S3Settings } from '../../src/persistence/storage/s3-storage.ts';
import { StorageUnavailable } from '../../src/persistence/storage/storage-errors.ts';
import { listed, sha256Of, storageSuite, stored } from '../storage/storage-suite.ts';
import { temporaryFolder } from '../support/run.ts';
import { hasS3Server, type S3Server, startS3Server } from '../support/s3-server.ts';

if (!hasS3Server && process.env.CI === 'true') {
  it('has an S3 server to be proved on', () => {
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

  describe('a URL', () => {
    const content = randomBytes(100_000);
    let name: string;
    let url: string;

    beforeAll(async () => {
      name = await stored(storage, content);
      url = await storage.signDownload(name, new Date(Date.now() + 3_600_000));
    });

    it('gives the bytes without another credential, whole and in parts', async () => {
      const whole = await fetch(url);
      expect([whole.status, sha256Of(await whole.bytes())]).toEqual([200, name]);
      expect(whole.headers.get('content-type')).toBe('application/octet-stream');
      expect(whole.headers.get('content-disposition')).toBe('attachment; filename="firmware.bin"');
      const part = await fetch(url, { headers: { range: 'bytes=50000-' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 50000-99999/100000']);
      expect(Buffer.from(await part.bytes())).toEqual(content.subarray(50_000));
    });

    it('is refused when it is altered, of another object, or over', async () => {
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

  it('with wrong credentials or another bucket is not there', async () => {
    for (const wrong of [{ secretAccessKey: 'wrong' }, { accessKeyId: 'test:nobody' }, { bucket: 'another' }]) {
      const stranger = open(wrong);
      expect(await stranger.ping()).toBe(false);
      await expect(stored(stranger, randomBytes(10))).rejects.toBeInstanceOf(StorageUnavailable);
      await expect(listed(stranger)).rejects.toBeInstanceOf(StorageUnavailable);
      await stranger.close();
    }
  });
});
