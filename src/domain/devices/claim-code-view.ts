import type { ClaimCodeStatus } from '../../model/enums.ts';
import type { ClaimCodeListRow } from '../../persistence/devices/claim-code-list.ts';

/** A claim code as lists show it: the code itself is only in the reply that made it and on the label. */
export interface ClaimCodeView {
  readonly id: string;
  readonly deviceId: string;
  readonly serial: string;
  readonly lastFour: string;
  /** For people who compare it with a label: `******-******-******-**1234`. */
  readonly maskedCode: string;
  readonly status: ClaimCodeStatus;
  readonly expiresAt: Date | null;
  readonly claimedAt: Date | null;
  readonly createdAt: Date;
}

const HIDDEN = '******-******-******-**';

/** A row of the list as callers see it. */
export function viewClaimCode(row: ClaimCodeListRow): ClaimCodeView {
  return {
    id: row.id,
    deviceId: row.deviceId,
    serial: row.serial,
    lastFour: row.lastFour,
    maskedCode: HIDDEN + row.lastFour,
    status: row.status,
    expiresAt: row.expiresAt,
    claimedAt: row.claimedAt,
    createdAt: row.createdAt,
  };
}
