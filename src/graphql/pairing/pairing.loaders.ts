import { readGrants } from '../../domain/firmware/index.ts';
import { readPairings } from '../../domain/pairing/index.ts';
import type { GrantView } from '../../model/records/maintenance-grant.ts';
import type { PairingView } from '../../model/records/pairing.ts';
import type { ListRead } from '../context.ts';

/** The newest pairings of each device. */
export const devicePairings: ListRead<PairingView> = ({ em }, ids, { first }) => readPairings(em(), ids, first);

/** The newest maintenance grants of each device. */
export const deviceGrants: ListRead<GrantView> = ({ em, clock }, ids, { first }) =>
  readGrants(em(), ids, first, clock.now());
