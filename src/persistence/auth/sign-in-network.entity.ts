import { defineEntity, p } from '@mikro-orm/postgresql';
import { reference, timestamp } from '../columns.ts';
import { Admin } from '../team/admin.entity.ts';

/** The sign-ins of an account at one network. Written only by sign-in-network-repository.ts. */
export const SignInNetwork = defineEntity({
  name: 'SignInNetwork',
  tableName: 'sign_in_network',
  properties: {
    adminId: () => reference(Admin, 'sign_in_network', 'admin_id').primary().deleteRule('cascade'),
    /** An IPv4 address, or the /64 of an IPv6 address. */
    network: p.text().primary(),
    /** Failed sign-ins since the last successful one. */
    failures: p.integer().default(0),
    blockedUntil: timestamp().nullable(),
    /** The last successful sign-in. */
    signedInAt: timestamp().nullable(),
    updatedAt: timestamp(),
  },
  indexes: [{ name: 'sign_in_network_updated_at_index', properties: ['updatedAt'] }],
});
