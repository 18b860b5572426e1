import { defineEntity, p } from '@mikro-orm/postgresql';
import { Release } from '../firmware/release.entity.ts';

/** The number of a release's installations by status and verification. Written only by a trigger on `installation`. */
export const ReleaseCounter = defineEntity({
  name: 'ReleaseCounter',
  tableName: 'release_counter',
  properties: {
    releaseId: () =>
      p
        .manyToOne(Release)
        .mapToPk()
        .primary()
        .fieldNames('release_id')
        .foreignKeyName('release_counter_release_fk')
        .deleteRule('cascade'),
    status: p.text().primary(),
    /** Empty if the installation has none. */
    verification: p.text().primary(),
    count: p.integer(),
  },
  checks: [{ name: 'release_counter_positive', expression: 'count >= 0' }],
});
