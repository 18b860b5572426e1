import type { InstallationStatus } from '../model/enums.ts';
import type { ErrorReply, ReportFields } from './device-api.ts';
import type { DeviceContext, OutboxEntry, UpdateRecord } from './device-state.ts';
import { NetworkFault } from './network.ts';

/** Attempts to send one report before the device continues. */
const ATTEMPTS = 3;
const RETRY_PAUSE_MS = 20;
/** Flash is small: beyond this, the oldest progress reports are dropped. */
const MAX_OUTBOX = 12;
/** Statuses after which the device keeps the report and retries later. */
const TRY_LATER = [401, 403, 408, 429, 500, 502, 503, 504];

type ReportOf = Pick<UpdateRecord, 'installationId' | 'releaseId' | 'fromVersion'>;

/**
 * Appends a report to the outbox and sends the outbox.
 * @returns false when the service ended this update
 */
export async function report(device: DeviceContext, update: ReportOf, status: InstallationStatus): Promise<boolean> {
  device.board.writeSettings({ outbox: withReport(device, update, status) });
  return sendReports(device);
}

/**
 * Reports progress that need not arrive; some devices leave some of it out.
 * @returns false when the service ended this update
 */
export async function reportProgress(
  device: DeviceContext,
  update: ReportOf,
  status: InstallationStatus,
): Promise<boolean> {
  return device.isSilent() ? true : report(device, update, status);
}

/** The outbox with one more report, signed now. */
export function withReport(
  device: DeviceContext,
  { installationId, releaseId, fromVersion }: ReportOf,
  status: InstallationStatus,
  failureReason?: string,
): readonly OutboxEntry[] {
  const fields: ReportFields = {
    releaseId,
    ...(device.legacyReports ? {} : { installationId }),
    status,
    fromVersion,
    ...(failureReason ? { failureReason } : {}),
  };
  const waiting = device.board.settings().outbox;
  const queued = waiting.length < MAX_OUTBOX ? waiting : waiting.filter((entry) => isEnd(entry.signed.status));
  return [...queued, { fields, signed: device.api.signReport(fields) }];
}

/**
 * Sends the outbox, oldest report first, each with the same bytes until it is answered. Stops at the first report that
 * cannot be sent now.
 * @returns false when the service ended the current update
 */
export async function sendReports(device: DeviceContext): Promise<boolean> {
  let goOn = true;
  for (;;) {
    const [first, ...rest] = device.board.settings().outbox;
    if (!first) return goOn;
    const answer = await sendOne(device, first);
    if (answer === 'LATER') return goOn;
    device.board.writeSettings({ outbox: rest });
    if (answer !== 'TAKEN') goOn = giveUp(device, first, answer) && goOn;
  }
}

/** @returns TAKEN, LATER, or the code with which the service ended this installation */
async function sendOne(device: DeviceContext, entry: OutboxEntry): Promise<string> {
  let { signed } = entry;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const answer = await device.api.report(signed);
      if (answer.ok) return answer.body.directive === 'ABORT' ? 'ABORT' : 'TAKEN';
      const isTooOld = answer.code === 'DEVICE_TIMESTAMP_OUT_OF_RANGE' || answer.clockCorrected;
      if (!isTooOld) return isForLater(answer) ? 'LATER' : answer.code;
      signed = signAgain(device, entry);
    } catch (error) {
      if (!(error instanceof NetworkFault)) throw error;
      await device.pause(RETRY_PAUSE_MS);
    }
  }
  return 'LATER';
}

/** Signs a report with an expired proof again. */
function signAgain(device: DeviceContext, entry: OutboxEntry) {
  const signed = device.api.signReport(entry.fields);
  const [, ...rest] = device.board.settings().outbox;
  device.board.writeSettings({ outbox: [{ ...entry, signed }, ...rest] });
  return signed;
}

function isForLater({ status }: ErrorReply): boolean {
  return TRY_LATER.includes(status);
}

/** Ends the current update if the answer was about it and no image is selected for boot. */
function giveUp(device: DeviceContext, { fields }: OutboxEntry, code: string): boolean {
  const { update } = device.board.settings();
  if (update?.phase !== 'DOWNLOADING' || update.releaseId !== fields.releaseId) return true;
  device.board.writeSettings({ update: null });
  device.emit({ type: 'aborted', installationId: update.installationId, code });
  return false;
}

function isEnd(status: InstallationStatus): boolean {
  return status === 'SUCCESS' || status === 'FAILED' || status === 'ROLLED_BACK';
}
