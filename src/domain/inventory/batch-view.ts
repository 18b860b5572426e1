import type { BatchStatus } from '../../model/enums.ts';

/** A batch as lists and replies show it. */
export interface BatchView {
  readonly id: string;
  readonly code: string;
  readonly model: string;
  readonly hardwareRevision: string;
  readonly quantity: number;
  readonly notes: string | null;
  readonly source: string | null;
  readonly status: BatchStatus;
  /** Devices made so far: none or `quantity`. */
  readonly deviceCount: number;
  readonly provisionedAt: Date | null;
  readonly archivedAt: Date | null;
  /** The admin's id. */
  readonly createdBy: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Stored = Omit<BatchView, 'deviceCount' | 'notes' | 'source' | 'provisionedAt' | 'archivedAt' | 'createdBy'> &
  Partial<Pick<BatchView, 'notes' | 'source' | 'provisionedAt' | 'archivedAt' | 'createdBy'>>;

/** @param deviceCount devices that exist of the batch */
export function viewBatch(batch: Stored, deviceCount: number): BatchView {
  return {
    id: batch.id,
    code: batch.code,
    model: batch.model,
    hardwareRevision: batch.hardwareRevision,
    quantity: batch.quantity,
    notes: batch.notes ?? null,
    source: batch.source ?? null,
    status: batch.status,
    deviceCount,
    provisionedAt: batch.provisionedAt ?? null,
    archivedAt: batch.archivedAt ?? null,
    createdBy: batch.createdBy ?? null,
    revision: batch.revision,
    createdAt: batch.createdAt,
    updatedAt: batch.updatedAt,
  };
}
