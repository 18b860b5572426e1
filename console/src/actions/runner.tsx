import { useNavigate } from '@tanstack/react-router';
import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import type { AvailableActionFragment } from '../api/generated/operations.ts';
import type { Action, ActionRecord, Outcome } from './action.ts';

const ActionDialog = lazy(() => import('./action-dialog.tsx'));

export interface Run {
  readonly action: Action;
  readonly records: readonly ActionRecord[];
  /** What the service says of one record; undefined for several. */
  readonly available?: readonly AvailableActionFragment[] | undefined;
  readonly onDone?: ((outcomes: readonly Outcome[]) => void) | undefined;
}

const RunnerContext = createContext<(run: Run) => void>(() => undefined);

/** Opens the form of an action, from wherever it was chosen. */
export const useRunner = () => useContext(RunnerContext);

export function RunnerProvider({ children }: { readonly children: ReactNode }) {
  const [run, setRun] = useState<Run>();
  const close = useCallback(() => setRun(undefined), []);
  const navigate = useNavigate();
  const start = useCallback(
    (next: Run) => {
      const [record] = next.records;
      const place = record && next.action.leadsTo?.(record);
      if (place) void navigate({ to: place.to, search: place.search });
      else setRun(next);
    },
    [navigate],
  );
  return (
    <RunnerContext.Provider value={start}>
      {children}
      <Suspense>{run && <Form run={run} onClose={close} />}</Suspense>
    </RunnerContext.Provider>
  );
}

function Form({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const [record] = run.records;
  const Own = run.action.form;
  if (!Own || !record) return <ActionDialog run={run} onClose={onClose} />;
  return <Own record={record} onDone={(outcomes) => run.onDone?.(outcomes)} onClose={onClose} />;
}
