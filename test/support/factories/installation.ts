import type { InstallationStatus } from '../../../src/model/enums.ts';
import { Installation } from '../../../src/persistence/installations/installation.entity.ts';
import type { RunningApp } from '../app.ts';
import { insertRow, stated, type Values } from './insert.ts';

type House = Pick<RunningApp, 'sql' | 'clock'>;

export interface InstallationOverrides extends Partial<Omit<Values<typeof Installation>, 'deviceId' | 'releaseId'>> {
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
  { watched, ...overrides }: InstallationOverrides = {},
): Promise<MadeInstallation> {
  const now = overrides.createdAt ?? app.clock.now();
  const status = overrides.status ?? 'AVAILABLE';
  const started = status !== 'AVAILABLE';
  const verification = overrides.verification ?? (status === 'SUCCESS' ? 'UNVERIFIED' : null);
  const of = { deviceId: device.id, releaseId: release.id };
  const id = await insertRow(app.sql, Installation, {
    ...of,
    attempt: 1,
    status,
    failureSource: status === 'FAILED' ? 'DEVICE' : null,
    failureCode: status === 'FAILED' ? 'UNKNOWN' : null,
    verification,
    startedAt: started ? now : null,
    finishedAt: ENDS.includes(status) ? now : null,
    lastReportAt: started ? now : null,
    lastReportMs: started ? now.getTime() : null,
    createdAt: now,
    updatedAt: now,
    ...stated(overrides),
  });
  if (watched ?? (WATCHED.includes(status) || verification === 'UNVERIFIED')) {
    await app.sql('update device set watched_installation_id = $2 where id = $1', [device.id, id]);
  }
  return { id, ...of };
}
