import { ReleaseRecord } from '../../model/records/release.ts';
import { listOf } from '../record-list.ts';

/** Releases, newest first, without the signed bytes. */
export const releaseList = listOf(ReleaseRecord, {
  from: 'release r',
  alias: 'r',
  columns: { signed: 'cardinality(r.signed_by) > 0' },
});
