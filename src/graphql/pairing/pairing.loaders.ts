import { type GrantView, readGrants } from '../../domain/firmware/index.ts';
import { type PairingView, readPairings } from '../../domain/pairing/index.ts';
import type { BatchRead } from '../context.ts';

/** The newest pairings of each device. */
export const devicePairings: BatchRead<readonly PairingView[]> = ({ em }, ids) => readPairings(em(), ids);

/** The newest maintenance grants of each device. */
export const deviceGrants: BatchRead<readonly GrantView[]> = ({ em, clock }, ids) => readGrants(em(), ids, clock.now());
