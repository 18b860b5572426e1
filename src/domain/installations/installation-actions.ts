import type { StoredInstallation } from '../../model/records/installation.ts';
import type { RecordAction } from '../kernel/actions.ts';
import { interruptInstallation } from './interrupt-installation.ts';
import { interruptionError, reconcileError } from './operator-rules.ts';
import { reconcileInstallation } from './reconcile-installation.ts';

/**
 * The operations on an installation that an operator has not made already. A heartbeat can contradict a reconciliation; an
 * interruption of a failed installation only changes its failure code.
 */
export function installationActions({
  status,
  evidence,
  failureSource,
}: Pick<StoredInstallation, 'status' | 'evidence' | 'failureSource'>): readonly RecordAction[] {
  const isReconciled = status === 'SUCCESS' && evidence !== null;
  const isInterrupted = status === 'FAILED' && failureSource === 'OPERATOR';
  return [
    ...(isReconciled ? [] : [{ operation: reconcileInstallation, to: 'SUCCESS', error: reconcileError(status) }]),
    ...(isInterrupted ? [] : [{ operation: interruptInstallation, to: 'FAILED', error: interruptionError(status) }]),
  ];
}
