import { customerNoteReader, customerReader } from './customers/index.ts';
import { deviceCodeReader, deviceEventReader, deviceReader } from './devices/index.ts';
import { grantReader, releaseEventReader, releaseReader } from './firmware/index.ts';
import { installationEventReader, installationReader } from './installations/index.ts';
import { batchReader } from './inventory/index.ts';
import { offerDecisionReader } from './offers/index.ts';
import { pairingReader } from './pairing/index.ts';
import { preorderEventReader, preorderReader } from './preorders/index.ts';
import type { Reader } from './reader.ts';
import { refundReader, saleReader } from './sales/index.ts';
import { adminOptionReader } from './team/index.ts';

/** Readers of the records that edges lead to, by the name of the record. */
export const readers: ReadonlyMap<string, Reader> = new Map(
  [
    customerReader,
    customerNoteReader,
    deviceReader,
    deviceCodeReader,
    deviceEventReader,
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
    adminOptionReader,
  ].map((reader: Reader) => [reader.record.name, reader]),
);
