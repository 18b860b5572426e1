import { createReadStream, rmSync } from 'node:fs';
import { access, constants, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { reasonOfFileError } from '../../model/file-reasons.ts';
import type { S3Access } from '../../model/ports.ts';
import { codeOf } from '../storage/file-errors.ts';
import { syncFolder } from '../storage/sync-folder.ts';
import { BackupRefused } from './backup-error.ts';
import type { BackupFolder, BackupPlace } from './backup-place.ts';

const S3 = 's3://';
const READ_BYTES = 256 * 1024;

/** A file, or an object `s3://bucket/key`. */
export async function openPlace(path: string, s3: S3Access | undefined): Promise<BackupPlace> {
  if (!path.startsWith(S3)) return filePlace(path);
  const at = path.lastIndexOf('/');
  return (await openFolder(path.slice(0, at), s3)).place(path.slice(at + 1));
}

/** A folder, or `s3://bucket/prefix`. */
export async function openFolder(path: string, s3: S3Access | undefined): Promise<BackupFolder> {
  if (!path.startsWith(S3)) return fileFolder(path);
  if (!s3) throw new Error(`${path} needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.`);
  const [bucket = '', ...prefix] = path
    .slice(S3.length)
    .split('/')
    .filter((word) => word !== '');
  if (bucket === '') throw new Error('An address in S3 is s3://bucket/name.');
  // Loaded on demand: the SDK takes more memory than everything else here.
  const { s3Folder } = await import('./s3-place.ts');
  return s3Folder(s3, bucket, prefix.map((word) => `${word}/`).join(''));
}

function fileFolder(folder: string): BackupFolder {
  return {
    place: (name) => filePlace(join(folder, name)),
    names: () => readdir(folder).catch(explained('read', folder)),
    remove: (name) => rm(join(folder, name)).catch(explained('remove', name)),
  };
}

function filePlace(path: string): BackupPlace {
  return {
    name: path,
    requireFolder: () => requireFolder(dirname(path)),
    exists: () =>
      stat(path).then(
        () => true,
        () => false,
      ),
    write: (bytes) => writeFile(path, bytes),
    async *read() {
      try {
        yield* createReadStream(path, { highWaterMark: READ_BYTES });
      } catch (error) {
        explained('read', path)(error);
      }
    },
  };
}

/** None is made: a name with a mistake, or a disk that is not mounted, must not become a folder with backups. */
async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new BackupRefused(`Cannot use the folder ${folder}: ${reasonOfFileError(code)}.`);
  });
  if (!found.isDirectory()) throw new BackupRefused(`${folder} is not a folder.`);
  await access(folder, constants.W_OK).catch(explained('write', join(folder, 'a file')));
}

/** The file gets its name when all of it is on the disk; until then it is `<name>.partial`. */
async function writeFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const partial = `${path}.partial`;
  // A signal that ends the process runs this too.
  const clean = () => rmSync(partial, { force: true });
  const file = await open(partial, 'w', 0o600).catch(explained('write', path));
  process.once('exit', clean);
  let written = 0;
  try {
    try {
      for await (const piece of bytes) {
        await file.appendFile(piece).catch(explained('write', path));
        written += piece.length;
      }
      await file.sync().catch(explained('write', path));
    } finally {
      await file.close();
    }
    await rename(partial, path).catch(explained('write', path));
    await syncFolder(dirname(path));
    return written;
  } catch (error) {
    clean();
    throw error;
  } finally {
    process.off('exit', clean);
  }
}

function explained(what: 'read' | 'write' | 'remove', path: string): (error: unknown) => never {
  return (error) => {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new BackupRefused(`Cannot ${what} ${basename(path)} in ${dirname(path)}: ${reasonOfFileError(code)}.`);
  };
}
