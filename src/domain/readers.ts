import { auditEntryReader } from './audit/index.ts';
import { customerNoteReader, customerPurchasesReader, customerReader } from './customers/index.ts';
import {
  claimCodeReader,
  deviceCodeReader,
  deviceDayReader,
  deviceEventReader,
  deviceReader,
} from './devices/index.ts';
import { grantReader, releaseEventReader, releaseReader } from './firmware/index.ts';
import { installationEventReader, installationReader } from './installations/index.ts';
import { batchReader } from './inventory/index.ts';
import { offerDecisionReader } from './offers/index.ts';
import { pairingReader } from './pairing/index.ts';
import { preorderEventReader, preorderReader } from './preorders/index.ts';
import { savedQuestionReader, savedQuestionRevisionReader } from './questions/index.ts';
import type { Reader } from './reader.ts';
import { refundReader, saleReader } from './sales/index.ts';
import { serviceAccountReader } from './service-accounts/index.ts';
import { adminOptionReader, adminReader } from './team/index.ts';
import { savedViewReader } from './views/index.ts';

/** Readers of the records that edges and ids lead to, by the name of the record. */
export const readers: ReadonlyMap<string, Reader> = new Map(
  [
    customerReader,
    customerNoteReader,
    customerPurchasesReader,
    deviceReader,
    claimCodeReader,
    deviceCodeReader,
    deviceEventReader,
    deviceDayReader,
    releaseReader,
    releaseEventReader,
    grantReader,
    installationReader,
    installationEventReader,
    batchReader,
    offerDecisionReader,
    pairingReader,
    preorderReader,
    preorderEventReader,
    saleReader,
    refundReader,
    adminReader,
    adminOptionReader,
    auditEntryReader,
    savedQuestionReader,
    savedQuestionRevisionReader,
    savedViewReader,
    serviceAccountReader,
  ].map((reader: Reader) => [reader.record.name, reader]),
);
