import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { FirmwareChannel, FirmwareLifecycle } from '../../../src/model/enums.ts';
import type { TestApp } from '../app.ts';
import { insertAdmin } from './admin.ts';

type House = Pick<TestApp, 'sql' | 'clock'>;

export interface ReleaseOverrides {
  readonly version?: string;
  readonly buildNumber?: number;
  readonly hardwareRevision?: string;
  readonly securityVersion?: number;
  readonly channel?: FirmwareChannel;
  readonly lifecycle?: FirmwareLifecycle;
  /** The device of an INTERNAL release. */
  readonly targetDeviceId?: string | null;
  readonly mandatory?: boolean;
  readonly mandatoryAfter?: Date | null;
  readonly minFromVersion?: string | null;
  readonly minAppVersion?: string | null;
  readonly rolloutPercentage?: number;
  readonly rolloutStartedAt?: Date | null;
  readonly firmwareSha256?: string;
  readonly firmwareSize?: number;
  readonly createdAt?: Date;
}

export interface MadeRelease {
  readonly id: string;
  readonly version: string;
  readonly buildNumber: number;
  readonly hardwareRevision: string;
}

let builds = 1000;

/** A release row, ROLLING_OUT to everybody on STABLE unless told otherwise. Its image is not in the storage. */
export async function makeRelease(app: House, overrides: ReleaseOverrides = {}): Promise<MadeRelease> {
  const id = uuidv7();
  const now = overrides.createdAt ?? app.clock.now();
  const version = overrides.version ?? '2.0.0';
  builds += 1;
  const buildNumber = overrides.buildNumber ?? builds;
  const hardwareRevision = overrides.hardwareRevision ?? 'rev-b';
  const lifecycle = overrides.lifecycle ?? 'ROLLING_OUT';
  const created = await insertAdmin(app.sql, now, { role: 'FIRMWARE_MANAGER' });
  const started = lifecycle !== 'DRAFT' && lifecycle !== 'READY';
  await app.sql(
    `insert into release (id, source, model, version, build_number, hardware_revision, security_version, channel, lifecycle,
                          target_device_id, mandatory, mandatory_after, release_notes, min_from_version, min_app_version,
                          firmware_sha256, firmware_size, signed_by, rollout_percentage, rollout_started_at, created_by,
                          created_at, updated_at)
     values ($1, 'PACKAGE', 'LAMP1', $2, $3, $4, $5, $6, $7, $8, $9, $10, '{}', $11, $12, $13, $14, '{}', $15, $16, $17, $18, $18)`,
    [
      id,
      version,
      buildNumber,
      hardwareRevision,
      overrides.securityVersion ?? 1,
      overrides.channel ?? 'STABLE',
      lifecycle,
      overrides.targetDeviceId ?? null,
      overrides.mandatory ?? false,
      overrides.mandatoryAfter ?? null,
      overrides.minFromVersion ?? null,
      overrides.minAppVersion ?? null,
      overrides.firmwareSha256 ?? createHash('sha256').update(randomBytes(16)).digest('hex'),
      overrides.firmwareSize ?? 1_048_576,
      overrides.rolloutPercentage ?? 100,
      overrides.rolloutStartedAt ?? (started ? now : null),
      created.id,
      now,
    ],
  );
  return { id, version, buildNumber, hardwareRevision };
}
