import type { StoredInstallation } from '../../model/records/installation.ts';
import type { RecordAction } from '../kernel/actions.ts';
import { interruptInstallation } from './interrupt-installation.ts';
import { interruptionError, reconcileError } from './operator-rules.ts';
import { reconcileInstallation } from './reconcile-installation.ts';

/**
 * What an operator can do to an installation, but for what an operator has done already. A heartbeat can contradict a
 * reconciliation; a failed installation that is interrupted only changes its failure code.
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
