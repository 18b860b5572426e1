import type { InstallationStatus, OtaSlot } from '../model/enums.ts';
import type { AppImage, Board, Running } from './board.ts';
import type { DeviceApi, ReportFields, SignedReport } from './device-api.ts';
import type { DeviceTime } from './device-time.ts';
import type { TrustKey } from './signed-manifest.ts';

/** An update under way, as the device remembers it over a power cut. */
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
  /** Bytes that are in the slot for certain. */
  readonly written: number;
  /** SWITCHING: the image is whole and verified; only the boot choice is missing, or was made. */
  readonly phase: 'DOWNLOADING' | 'SWITCHING';
}

export interface OutboxEntry {
  readonly fields: ReportFields;
  readonly signed: SignedReport;
}

/** What the firmware keeps in flash. */
export interface Settings {
  readonly update: UpdateRecord | null;
  /** Reports that the service has not answered yet, oldest first. */
  readonly outbox: readonly OutboxEntry[];
  readonly pairingEpoch: number;
  readonly revokedJti: readonly string[];
}

/** How an update's first run ends. CRASH: restarts before it could judge itself. FALSE_ALARM: fine, but says it failed. */
export type SelfTest = 'PASS' | 'FAIL' | 'CRASH' | 'FALSE_ALARM';

/** What happens to a device that its owner could see or an engineer would log. */
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

/** What the parts of one device share. */
export interface DeviceContext {
  readonly board: Board<Settings>;
  readonly api: DeviceApi;
  readonly time: DeviceTime;
  readonly trust: readonly TrustKey[];
  readonly brand: string;
  readonly hardwareRevision: string;
  /** Reports name no installation, as firmware of the older contract does. */
  readonly legacyReports: boolean;
  readonly acceptsUnsigned: boolean;
  readonly selfTest: (app: AppImage) => SelfTest;
  readonly emit: (event: DeviceEvent) => void;
  /** What the device does now, for the live view. */
  readonly show: (activity: Activity) => void;
  /** Waits before a retry, in milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

export type Activity = 'OFF' | 'IDLE' | Exclude<InstallationStatus, 'AVAILABLE' | 'TRANSFERRING'>;

/** The running firmware restarts the chip. */
export const REBOOT = 'REBOOT';
export type Reboot = typeof REBOOT;

export type { Running };
