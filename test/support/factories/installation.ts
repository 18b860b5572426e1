import { v7 as uuidv7 } from 'uuid';
import type {
  ClosedReason,
  FailureSource,
  InstallationStatus,
  ReconcileEvidence,
  Verification,
} from '../../../src/model/enums.ts';
import type { TestApp } from '../app.ts';

type House = Pick<TestApp, 'sql' | 'clock'>;

export interface InstallationOverrides {
  readonly attempt?: number;
  readonly status?: InstallationStatus;
  readonly closedReason?: ClosedReason | null;
  readonly failureSource?: FailureSource | null;
  readonly failureCode?: string | null;
  readonly failureReason?: string | null;
  readonly fromVersion?: string | null;
  readonly fromBuildNumber?: number | null;
  readonly verification?: Verification | null;
  readonly evidence?: ReconcileEvidence | null;
  readonly retryAt?: Date | null;
  readonly startedAt?: Date | null;
  readonly finishedAt?: Date | null;
  readonly lastReportAt?: Date | null;
  readonly lastReportMs?: number | null;
  readonly stuckSince?: Date | null;
  readonly createdAt?: Date;
  /** Whether the device's heartbeats are to prove it; default: from INSTALLING on, until nothing is left to prove. */
  readonly watched?: boolean;
}

export interface MadeInstallation {
  readonly id: string;
  readonly deviceId: string;
  readonly releaseId: string;
}

const ENDS: readonly InstallationStatus[] = ['SUCCESS', 'FAILED', 'ROLLED_BACK'];
const WATCHED: readonly InstallationStatus[] = ['INSTALLING', 'REBOOTING', 'VALIDATING'];

/** One attempt of a device at a release, AVAILABLE unless told otherwise, as if the device had come that far. */
export async function makeInstallation(
  app: House,
  device: { readonly id: string },
  release: { readonly id: string },
  overrides: InstallationOverrides = {},
): Promise<MadeInstallation> {
  const id = uuidv7();
  const now = overrides.createdAt ?? app.clock.now();
  const status = overrides.status ?? 'AVAILABLE';
  const started = status !== 'AVAILABLE';
  const ended = ENDS.includes(status);
  const verification = overrides.verification ?? (status === 'SUCCESS' ? 'UNVERIFIED' : null);
  await app.sql(
    `insert into installation (id, device_id, release_id, attempt, status, closed_reason, failure_source, failure_code,
                               failure_reason, from_version, from_build_number, verification, evidence, retry_at,
                               started_at, finished_at, last_report_at, last_report_ms, stuck_since, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20)`,
    [
      id,
      device.id,
      release.id,
      overrides.attempt ?? 1,
      status,
      overrides.closedReason ?? null,
      overrides.failureSource ?? (status === 'FAILED' ? 'DEVICE' : null),
      overrides.failureCode ?? (status === 'FAILED' ? 'UNKNOWN' : null),
      overrides.failureReason ?? null,
      overrides.fromVersion ?? null,
      overrides.fromBuildNumber ?? null,
      verification,
      overrides.evidence ?? null,
      overrides.retryAt ?? null,
      overrides.startedAt ?? (started ? now : null),
      overrides.finishedAt ?? (ended ? now : null),
      overrides.lastReportAt ?? (started ? now : null),
      overrides.lastReportMs ?? (started ? now.getTime() : null),
      overrides.stuckSince ?? null,
      now,
    ],
  );
  if (overrides.watched ?? (WATCHED.includes(status) || verification === 'UNVERIFIED')) {
    await app.sql('update device set watched_installation_id = $2 where id = $1', [device.id, id]);
  }
  return { id, deviceId: device.id, releaseId: release.id };
}
