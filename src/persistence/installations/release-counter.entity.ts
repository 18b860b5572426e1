import { defineEntity, p } from '@mikro-orm/postgresql';
import { reference } from '../columns.ts';
import { Release } from '../firmware/release.entity.ts';

/** The number of a release's installations by status and verification. Written only by a trigger on `installation`. */
export const ReleaseCounter = defineEntity({
  name: 'ReleaseCounter',
  tableName: 'release_counter',
  properties: {
    releaseId: () => reference(Release, 'release_counter', 'release_id').primary().deleteRule('cascade'),
    status: p.text().primary(),
    /** Empty if the installation has none. */
    verification: p.text().primary(),
    count: p.integer(),
  },
  checks: [{ name: 'release_counter_positive', expression: 'count >= 0' }],
});
