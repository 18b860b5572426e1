import type { ProvisionBatchMutation } from '../api/generated/operations.ts';
import { createStore } from '../api/store.ts';
import { session } from '../session/session.ts';

export type NewDevice = NonNullable<ProvisionBatchMutation['provisionBatch']>['devices'][number];

/** The labels of a batch that was just provisioned. No later answer has their claim codes. */
export interface NewCodes {
  readonly batchId: string;
  readonly batchCode: string;
  readonly model: string;
  readonly devices: readonly NewDevice[];
}

/** Kept in the memory of the page alone, until somebody confirms that the labels are printed. */
export const newCodes = createStore<(NewCodes & { readonly adminId: string }) | undefined>(undefined);

/** Keeps codes for the admin who got them: whoever signs in after them in the same tab does not see them. */
export function keepCodes(codes: NewCodes): void {
  const now = session.get();
  if (now.phase === 'signedIn') newCodes.set({ ...codes, adminId: now.viewer.admin.id });
}
