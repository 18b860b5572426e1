import type { InstallationStatus, OtaSlot } from '../model/enums.ts';
import type { AppImage, Board, Running } from './board.ts';
import type { DeviceApi, ReportFields, SignedReport } from './device-api.ts';
import type { DeviceTime } from './device-time.ts';
import type { TrustKey } from './signed-manifest.ts';

/** An update in progress, as stored in flash. */
export interface UpdateRecord {
  readonly installationId: string;
  readonly releaseId: string;
  readonly fromVersion: string;
  readonly target: AppImage;
  readonly slot: OtaSlot;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly etag: string | null;
  /** Bytes that are certainly in the slot. */
  readonly written: number;
  /** SWITCHING: the image is complete and verified; the boot choice is pending or made. */
  readonly phase: 'DOWNLOADING' | 'SWITCHING';
}

export interface OutboxEntry {
  readonly fields: ReportFields;
  readonly signed: SignedReport;
}

/** The firmware's settings in flash. */
export interface Settings {
  readonly update: UpdateRecord | null;
  /** Reports that the service has not answered yet, oldest first. */
  readonly outbox: readonly OutboxEntry[];
  readonly pairingEpoch: number;
  readonly revokedJti: readonly string[];
}

/** Result of an image's first run. CRASH: restarts before its self-test. FALSE_ALARM: works, but reports a failure. */
export type SelfTest = 'PASS' | 'FAIL' | 'CRASH' | 'FALSE_ALARM';

/** Events of a device that its owner could notice or an engineer would log. */
export type DeviceEvent =
  | { readonly type: 'offered'; readonly releaseId: string; readonly installationId: string }
  | { readonly type: 'downloading'; readonly from: number; readonly status: number }
  | { readonly type: 'firstRun'; readonly app: AppImage }
  | {
      readonly type: 'finished';
      readonly releaseId: string;
      readonly installationId: string;
      readonly status: InstallationStatus;
      readonly reason: string | null;
    }
  | { readonly type: 'aborted'; readonly installationId: string; readonly code: string }
  | { readonly type: 'powerCut'; readonly point: string };

/** State shared by the parts of one device. */
export interface DeviceContext {
  readonly board: Board<Settings>;
  readonly api: DeviceApi;
  readonly time: DeviceTime;
  readonly trust: readonly TrustKey[];
  readonly brand: string;
  readonly hardwareRevision: string;
  /** Reports omit the installation id, like firmware of the legacy contract. */
  readonly legacyReports: boolean;
  /** True if the device leaves out the next progress report. */
  readonly isSilent: () => boolean;
  readonly acceptsUnsigned: boolean;
  readonly selfTest: (app: AppImage) => SelfTest;
  readonly emit: (event: DeviceEvent) => void;
  /** Sets the activity that the live view shows. */
  readonly show: (activity: Activity) => void;
  /** Waits before a retry, in milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

export type Activity = 'OFF' | 'IDLE' | Exclude<InstallationStatus, 'AVAILABLE' | 'TRANSFERRING'>;

/** The running firmware restarts the chip. */
export const REBOOT = 'REBOOT';
export type Reboot = typeof REBOOT;

export type { Running };
