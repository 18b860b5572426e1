import { resolve } from 'node:path';
import type { BackupSchedule, S3Access } from '../model/ports.ts';
import type { SettingReader } from './setting-reader.ts';
import { REGION, REGION_HINT, SWITCH } from './store-settings.ts';

/** Where backups are, and when they are made. */
export interface BackupSettings {
  /** Undefined: backups are made by hand. */
  readonly backupSchedule: BackupSchedule | undefined;
  /** Where backups of `s3://` are; undefined: nowhere. */
  readonly backupS3: S3Access | undefined;
}

/** Each day, or each hour. */
const BACKUP_TIME = /^(?:[01]\d|2[0-3]|\*):[0-5]\d$/;

/** @param folder that relative paths are in */
export function readBackupSettings(settings: SettingReader, folder: string): BackupSettings {
  const backupS3 = readBackupS3(settings);
  return { backupS3, backupSchedule: readSchedule(settings, folder, backupS3) };
}

function readSchedule(
  settings: SettingReader,
  folder: string,
  backupS3: S3Access | undefined,
): BackupSchedule | undefined {
  const to = settings.text('BACKUP_TO');
  const publicKey = settings.text('BACKUP_PUBLIC_KEY');
  const at = settings.pattern('BACKUP_AT', '01:30', BACKUP_TIME, 'a time in UTC such as 01:30, or *:30');
  const keep = settings.integer('BACKUP_KEEP', 7, 1, 10_000);
  const verify = settings.choice('BACKUP_VERIFY', SWITCH, 'on') === 'on';
  if (!to && !publicKey) return undefined;
  if (!to || !publicKey) {
    settings.problems.push('BACKUP_TO and BACKUP_PUBLIC_KEY require each other');
    return undefined;
  }
  const isInS3 = to.startsWith('s3://');
  if (isInS3 && !backupS3) {
    settings.problems.push('BACKUP_TO=s3://... requires BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY');
  }
  return { to: isInS3 ? to : resolve(folder, to), publicKey, cron: cronOf(at), keep, verify };
}

/** @param at a time, `*` for each hour */
function cronOf(at: string): string {
  const [hour = '', minute = ''] = at.split(':');
  return `${Number(minute)} ${hour === '*' ? hour : Number(hour)} * * *`;
}

/** What is not set is that of the storage of images. */
function readBackupS3(settings: SettingReader): S3Access | undefined {
  const accessKeyId = settings.text('BACKUP_S3_ACCESS_KEY_ID') ?? settings.text('S3_ACCESS_KEY_ID');
  const secretAccessKey = settings.text('BACKUP_S3_SECRET_ACCESS_KEY') ?? settings.text('S3_SECRET_ACCESS_KEY');
  if (settings.text('BACKUP_S3_ENDPOINT')) {
    settings.url('BACKUP_S3_ENDPOINT', 'http://localhost', ['http:', 'https:']);
  }
  const usualStyle = settings.text('S3_FORCE_PATH_STYLE') === 'false' ? 'false' : 'true';
  const style = settings.choice('BACKUP_S3_FORCE_PATH_STYLE', ['true', 'false'], usualStyle);
  const usualRegion = settings.text('S3_REGION') ?? 'us-east-1';
  const region = settings.pattern('BACKUP_S3_REGION', usualRegion, REGION, REGION_HINT);
  if (!accessKeyId || !secretAccessKey) return undefined;
  const endpoint = settings.text('BACKUP_S3_ENDPOINT') ?? settings.text('S3_ENDPOINT');
  return { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle: style === 'true' };
}
