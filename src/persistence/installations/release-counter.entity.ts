import { defineEntity, p } from '@mikro-orm/postgresql';
import { reference } from '../columns.ts';
import { Release } from '../firmware/release.entity.ts';

/** How many installations of a release stand where. Written by a trigger on `installation` only. */
export const ReleaseCounter = defineEntity({
  name: 'ReleaseCounter',
  tableName: 'release_counter',
  properties: {
    releaseId: () => reference(Release, 'release_counter', 'release_id').primary().deleteRule('cascade'),
    status: p.text().primary(),
    /** Empty where the installation has none. */
    verification: p.text().primary(),
    count: p.integer(),
  },
  checks: [{ name: 'release_counter_positive', expression: 'count >= 0' }],
});
