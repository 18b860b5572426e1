import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Release } from '../../../src/persistence/firmware/release.entity.ts';
import type { RunningApp } from '../app.ts';
import { insertAdmin } from './admin.ts';
import { insertRow, stated, type Values } from './insert.ts';

type House = Pick<RunningApp, 'sql' | 'clock'>;

export type ReleaseOverrides = Partial<Values<typeof Release>>;

export interface MadeRelease {
  readonly id: string;
  readonly version: string;
  readonly buildNumber: number;
  readonly hardwareRevision: string;
}

/** Files that share a database each begin somewhere else. */
let builds = randomInt(1_000, 1_000_000_000);

/** A release row, ROLLING_OUT to everybody on STABLE unless told otherwise. Its image is not in the storage. */
export async function makeRelease(app: House, overrides: ReleaseOverrides = {}): Promise<MadeRelease> {
  const now = overrides.createdAt ?? app.clock.now();
  const lifecycle = overrides.lifecycle ?? 'ROLLING_OUT';
  const created = await insertAdmin(app.sql, now, { role: 'FIRMWARE_MANAGER' });
  builds += 1;
  const release = {
    source: 'PACKAGE' as const,
    model: 'LAMP1',
    version: '2.0.0',
    buildNumber: builds,
    hardwareRevision: 'rev-b',
    securityVersion: 1,
    channel: 'STABLE' as const,
    lifecycle,
    mandatory: false,
    releaseNotes: [],
    firmwareSha256: createHash('sha256').update(randomBytes(16)).digest('hex'),
    firmwareSize: 1_048_576,
    signedBy: [],
    rolloutPercentage: 100,
    rolloutStartedAt: lifecycle === 'DRAFT' || lifecycle === 'READY' ? null : now,
    createdBy: created.id,
    createdAt: now,
    updatedAt: now,
    ...stated(overrides),
  };
  const id = await insertRow(app.sql, Release, release);
  const { version, buildNumber, hardwareRevision } = release;
  return { id, version, buildNumber, hardwareRevision };
}
