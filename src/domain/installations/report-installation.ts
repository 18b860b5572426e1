import { hash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { INSTALLATION_STATUSES } from '../../model/enums.ts';
import { MAX_SERIAL_LENGTH, SERIAL } from '../../model/grammar.ts';
import type { View } from '../../model/record.ts';
import { ReportRecord } from '../../model/records/installation.ts';
import type { LockedInstallation } from '../../persistence/installations/installation-fields.ts';
import type {
  LockedReport,
  ReportDecision,
  ReportWriter,
  WrittenReport,
} from '../../persistence/installations/report-store.ts';
import { legacyReportPayload, reportPayload } from '../devices/index.ts';
import { deviceProof } from '../kernel/access.ts';
import { conflict } from '../kernel/errors.ts';
import { described, fields, oneOf, verbatim } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { randomShare } from '../kernel/random-share.ts';
import { installs } from '../rollouts/index.ts';
import { checkFailureRate } from './check-failure-rate.ts';
import type { Decision } from './decision-rules.ts';
import { rejectionOf } from './rejections.ts';
import { type DeviceReport, decideReport, keptReason } from './report-rules.ts';
import { competingAttempt, directiveOf, rankOf, stateOf } from './state-rules.ts';
import { nextWatch } from './watch.ts';

declare module '../kernel/operation.ts' {
  interface Runtime {
    /** The writer of device reports, a hot path. */
    readonly reports: ReportWriter;
  }
}

const InstallationReport = fields({
  serial: described(Type.String({ pattern: SERIAL.source, maxLength: MAX_SERIAL_LENGTH }), 'The serial of the device.'),
  releaseId: described(Type.String(), 'The id of the release.'),
  /** Missing in the legacy form, which means the newest attempt at the release. */
  installationId: Type.Optional(
    described(
      Type.String(),
      'The id of the installation, as the offer said; without it, the newest attempt at the release.',
    ),
  ),
  status: described(
    oneOf('InstallationStatus', INSTALLATION_STATUSES),
    'The progress of the installation, or how it ended.',
  ),
  fromVersion: Type.Optional(described(verbatim(0), 'The firmware version that the device ran before.')),
  failureReason: Type.Optional(
    described(verbatim(0), 'The failure as the device describes it, of which 500 characters are kept.'),
  ),
});

export type ReportView = View<typeof ReportRecord>;

/**
 * Records a device's progress. The history of the installation contains every report, even a rejected one; a repeated
 * report changes nothing and gets the same response.
 */
export const reportInstallation = operation({
  name: 'reportInstallation',
  summary: 'Records a device’s progress with an installation; repeating a report changes nothing.',
  access: deviceProof({
    fields: ['serial', 'releaseId', 'status'],
    optionalFields: ['installationId'],
    payload: (input) => (input.installationId === undefined ? legacyReportPayload(input) : reportPayload(input)),
    rawPayload: ({ serial, releaseId, installationId, status }) =>
      [serial, releaseId, ...(installationId === undefined ? [] : [installationId]), status].join('.'),
    malformedIdError: () => recordNotFound('Installation'),
  }),
  limit: 120,
  effect: 'write',
  transaction: 'own',
  errors: [
    'INSTALLATION_NOT_FOUND',
    'INSTALLATION_RELEASE_MISMATCH',
    'INSTALLATION_INTERRUPTED',
    'INSTALLATION_TERMINAL',
    'RELEASE_REVOKED',
  ],
  answers: ReportRecord,
  input: InstallationReport,
  async handle({ runtime, principal, call, now }, input): Promise<ReportView> {
    const releaseId = input.releaseId.toLowerCase();
    const report = reportOf(input, principal.timestampMs, now);
    const concernsDevice = (rankOf(report.status) ?? WATCHED_RANK) >= WATCHED_RANK;
    let decided: Decision | undefined;
    const written = await runtime.reports.record({
      deviceId: principal.deviceId,
      installationId: input.installationId,
      releaseId,
      status: report.status,
      signedMs: report.signedMs,
      proofHash: hash('sha256', (call.proof?.proof ?? '').toLowerCase(), 'buffer'),
      receivedAt: now,
      failureReason: report.failureReason,
      concernsDevice,
      // Called again if the transaction is retried: the last decision is the committed one.
      decide: (locked) => {
        const competing = competingAttempt(locked.installation, locked.all);
        decided = decideOn(locked, competing, report);
        return decisionOf(locked, competing, decided, concernsDevice);
      },
    });
    if (written.found === 'installation' && decided?.failed) await checkFailureRate(runtime, releaseId);
    return viewReport(written, decided);
  },
});

/** From INSTALLING on, heartbeats verify the installation. */
const WATCHED_RANK = 5;

function reportOf(input: Static<typeof InstallationReport>, signedMs: number, receivedAt: Date): DeviceReport {
  const { status, failureReason, fromVersion } = input;
  return {
    status,
    signedMs,
    receivedAt,
    failureReason: failureReason ? keptReason(failureReason) : null,
    fromVersion: fromVersion ?? null,
    random: randomShare(),
  };
}

type Competing = LockedInstallation | undefined;

function decideOn(
  { installation, release, device }: LockedReport,
  competing: Competing,
  report: DeviceReport,
): Decision {
  const { presence, status } = device;
  const outOfService = !installs(status, release.channel);
  return decideReport({ installation, release, presence, superseded: isUnderWay(competing), outOfService }, report);
}

/** True if the other attempt is under way; one that was only offered is withdrawn instead. */
function isUnderWay(competing: Competing): boolean {
  return competing !== undefined && (rankOf(competing.status) ?? 0) > 1;
}

function decisionOf(
  locked: LockedReport,
  competing: Competing,
  decided: Decision,
  concernsDevice: boolean,
): ReportDecision {
  const { installation, release, device } = locked;
  const { after, applied, outcome } = decided;
  const reopened = stateOf(installation) !== 'OPEN' && stateOf(after) === 'OPEN';
  const watch = concernsDevice ? nextWatch(device, installation.id, after, release) : undefined;
  return {
    after,
    applied,
    outcome,
    ...(competing && reopened
      ? {
          yielding: {
            before: competing,
            after: { ...competing, closedReason: 'SUPERSEDED', silent: false, stuckSince: null },
          },
        }
      : {}),
    ...(watch ? { watch } : {}),
  };
}

function viewReport(written: WrittenReport, decided: Decision | undefined): ReportView {
  if (written.found === 'nothing') throw recordNotFound('Installation');
  if (written.found === 'mismatch') {
    throw conflict('INSTALLATION_RELEASE_MISMATCH', 'REPORT');
  }
  if (written.found === 'duplicate') {
    const { installation, release, outcome, applied } = written;
    const rejection = rejectionOf(outcome);
    if (rejection) throw rejection;
    const { id: installationId, status } = installation;
    return { installationId, status, applied, duplicate: true, directive: directiveOf(installation, release) };
  }
  const { installation, release, decision } = written;
  const rejection = rejectionOf(decision.outcome);
  if (rejection) throw rejection;
  return {
    installationId: installation.id,
    status: decision.after.status,
    applied: decision.applied,
    duplicate: decision.outcome === 'DUPLICATE',
    directive: decided?.directive ?? directiveOf(decision.after, release),
  };
}
