import { customerQuestions } from '../../persistence/analytics/customers-dataset.ts';
import { deviceQuestions } from '../../persistence/analytics/device-datasets.ts';
import {
  auditQuestions,
  claimCodeQuestions,
  deviceEventQuestions,
  heartbeatQuestions,
  pairingQuestions,
  preorderEventQuestions,
} from '../../persistence/analytics/event-datasets.ts';
import { fleetDayQuestions } from '../../persistence/analytics/fleet-days-dataset.ts';
import { installationQuestions } from '../../persistence/analytics/installations-dataset.ts';
import { preorderQuestions } from '../../persistence/analytics/preorder-datasets.ts';
import type { QuestionSet } from '../../persistence/analytics/question-set.ts';
import { refundQuestions } from '../../persistence/analytics/refunds-dataset.ts';
import { salesQuestions } from '../../persistence/analytics/sales-dataset.ts';
import { listAuditEntries, maskedFieldError } from '../audit/index.ts';
import { listCustomers } from '../customers/index.ts';
import { getDevice, listClaimCodes, listDeviceEvents, listDevices, listHeartbeats } from '../devices/index.ts';
import { listInstallations } from '../installations/index.ts';
import type { Principal, Rights } from '../kernel/access.ts';
import { type DomainError, throwIf } from '../kernel/errors.ts';
import type { Operation } from '../kernel/operation.ts';
import { getPreorder, listPreorders } from '../preorders/index.ts';
import { listRefunds, listSales } from '../sales/index.ts';

/** A data set with the operation that shows its records: its roles may ask questions. */
export interface AskableSet {
  readonly set: QuestionSet;
  readonly list: Operation;
  /** The error of a filter by what the caller's role sees only masked. */
  readonly filterError?: (rights: Rights, filtered: { readonly filter: unknown }) => DomainError | undefined;
}

/** What analysts can ask questions of. */
export const questionSets: readonly AskableSet[] = [
  { set: salesQuestions, list: listSales },
  { set: refundQuestions, list: listRefunds },
  { set: preorderQuestions, list: listPreorders },
  { set: customerQuestions, list: listCustomers },
  { set: deviceQuestions, list: listDevices },
  { set: installationQuestions, list: listInstallations },
  { set: fleetDayQuestions, list: listHeartbeats },
  { set: heartbeatQuestions, list: listHeartbeats },
  { set: auditQuestions, list: listAuditEntries, filterError: maskedFieldError },
  { set: deviceEventQuestions, list: listDeviceEvents },
  { set: pairingQuestions, list: getDevice },
  { set: claimCodeQuestions, list: listClaimCodes },
  { set: preorderEventQuestions, list: getPreorder },
];

/** @throws DomainError 403 ROLE_FORBIDDEN for a filter by what the caller sees only masked: the matches would reveal it */
export function requireUnmasked({ name }: QuestionSet, caller: Principal, filters: readonly unknown[]): void {
  // Only admins have the operations of the data sets.
  if (caller.kind !== 'admin') return;
  throwIf(
    maskedError(
      questionSets.find(({ set }) => set.name === name),
      caller,
      filters,
    ),
  );
}

/** The error of filters by what the caller's role sees only masked. */
export function maskedError(
  askable: AskableSet | undefined,
  rights: Rights,
  filters: readonly unknown[],
): DomainError | undefined {
  const errors = filters.map((filter) => askable?.filterError?.(rights, { filter }));
  return errors.find((error) => error !== undefined);
}
