import type { Sql } from './app.ts';

/** Rows that hang together: every list of every one of them holds `length` rows, in circles. */
export interface DenseRows {
  readonly batch: string;
  readonly customer: string;
  readonly device: string;
  readonly sale: string;
  readonly preorder: string;
  readonly release: string;
}

/**
 * A customer with as many notes, devices, sales and preorders; each device, installation, release, preorder and sale with
 * as many entries of its own. All devices are of one batch and of that customer, so that edges lead in circles.
 * @param adminId who did it all
 */
export async function insertDenseRows(sql: Sql, length: number, adminId: string): Promise<DenseRows> {
  const numbers = (alias: string) => `generate_series(1, ${length}) ${alias}`;
  const when = (number: string) => `timestamptz '2026-01-01T00:00:00Z' + (${number}) * interval '1 second'`;
  const id = (kind: string, ...of: string[]) => `md5(concat_ws('-', 'dense-${kind}', ${of.join(', ')}))::uuid`;
  const admin = `'${adminId}'::uuid`;
  const at = when('n');
  for (const statement of [
    `insert into customer (id, full_name, created_at, updated_at) values (${id('customer', '1')}, 'Dense', ${when('1')}, ${when('1')})`,
    `insert into customer_note (id, customer_id, content, author_id, created_at)
     select ${id('note', 'n')}, ${id('customer', '1')}, 'note', ${admin}, ${at} from ${numbers('n')}`,
    `insert into inventory_batch (id, code, model, hardware_revision, quantity, status, created_by, created_at, updated_at)
     select ${id('batch', 'n')}, 'DENSE-' || n, 'LAMP1', 'rev-b', 500, 'COMPLETED', ${admin}, ${at}, ${at} from ${numbers('n')}`,
    `insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, owner_id, created_at, updated_at)
     select ${id('device', 'n')}, 'DENSE-' || n, ${id('batch', '1')}, n, 'LAMP1', 'rev-b', 'CLAIMED', ${id('customer', '1')}, ${at}, ${at}
       from ${numbers('n')}`,
    `insert into device_presence (device_id, last_seen_at, last_timestamp_ms, firmware_version, app_version, uptime, status)
     select ${id('device', 'n')}, ${at}, n, '1.0.0', '2.0.0', 1, 'ok' from ${numbers('n')}`,
    `insert into device_event (id, device_id, at, cause, to_status)
     select ${id('device-event', 'd', 'n')}, ${id('device', 'd')}, ${at}, 'claimDevice', 'CLAIMED' from ${numbers('d')}, ${numbers('n')}`,
    `insert into pairing (id, device_id, customer_id, app_installation_id, public_key, key_thumbprint, device_name, app_version, epoch, created_at, expires_at)
     select ${id('pairing', 'd', 'n')}, ${id('device', 'd')}, ${id('customer', '1')}, 'app-' || n, 'key', 'thumbprint', 'Phone', '1.0.0', 0, ${at}, ${at}
       from ${numbers('d')}, ${numbers('n')}`,
    `insert into claim_code (id, device_id, code_hash, sealed, last_four, status, created_at)
     select ${id('code', 'd')}, ${id('device', 'd')}, decode(md5('code' || d), 'hex'), '\\x00', '1234', 'CLAIMED', ${when('d')} from ${numbers('d')}`,
    `insert into sale (id, number, customer_id, device_id, unit_price, discount, total, currency, payment_status, status, sales_channel,
                       sold_at, refunded_total, created_by, created_at, updated_at)
     select ${id('sale', 'n')}, 'DENSE-' || n, ${id('customer', '1')}, ${id('device', 'n')}, 1000000, 0, 1000000, 'UZS', 'PAID', 'PAID', 'DIRECT',
            ${at}, ${length}, ${admin}, ${at}, ${at} from ${numbers('n')}`,
    `insert into refund (id, sale_id, amount, reason, created_by, created_at)
     select ${id('refund', 's', 'n')}, ${id('sale', 's')}, 1, 'dent', ${admin}, ${at} from ${numbers('s')}, ${numbers('n')}`,
    `insert into preorder (id, number, key_hash, fingerprint, customer_id, status, full_name, quantity, locale, product_name, currency,
                           assigned_admin_id, created_at, updated_at)
     select ${id('preorder', 'n')}, 'DENSE-' || n, decode(md5('dense' || n), 'hex'), '\\x00', ${id('customer', '1')}, 'CONFIRMED', 'Dense', 1, 'uz',
            'Lamp', 'UZS', ${admin}, ${at}, ${at} from ${numbers('n')}`,
    `insert into preorder_event (id, preorder_id, at, to_status, actor_id)
     select ${id('preorder-event', 'p', 'n')}, ${id('preorder', 'p')}, ${at}, 'NEW', ${admin} from ${numbers('p')}, ${numbers('n')}`,
    `insert into release (id, source, model, version, build_number, hardware_revision, security_version, channel, lifecycle, target_device_id,
                          mandatory, release_notes, firmware_sha256, firmware_size, signed_by, rollout_percentage, created_by, created_at, updated_at)
     select ${id('release', 'n')}, 'PACKAGE', 'LAMP1', '3.0.' || n, 900000 + n, 'rev-b', 1, 'STABLE', 'PAUSED', ${id('device', '1')}, false, '{}',
            md5(n::text), 1, '{}', 100, ${admin}, ${at}, ${at} from ${numbers('n')}`,
    `insert into release_event (id, release_id, at, to_lifecycle, to_percentage)
     select ${id('release-event', 'r', 'n')}, ${id('release', 'r')}, ${at}, 'PAUSED', 100 from ${numbers('r')}, ${numbers('n')}`,
    `insert into installation (id, device_id, release_id, attempt, status, created_at, updated_at)
     select ${id('installation', 'd', 'r')}, ${id('device', 'd')}, ${id('release', 'r')}, 1,
            (array['SUCCESS', 'FAILED', 'ROLLED_BACK'])[1 + (d + r) % 3], ${when('d + r')}, ${when('d')} from ${numbers('d')}, ${numbers('r')}`,
    `insert into installation_event (id, installation_id, at, source, from_status, to_status, applied, outcome)
     select ${id('installation-event', 'd', 'r', 'n')}, ${id('installation', 'd', 'r')}, ${at}, 'DEVICE', 'QUEUED', 'QUEUED', false, 'STALE'
       from ${numbers('d')}, ${numbers('r')}, ${numbers('n')}`,
    `insert into maintenance_grant (id, release_id, device_id, mac, purpose, state, issued_by, issued_at, expires_at)
     select ${id('grant', 'd', 'n')}, ${id('release', '1')}, ${id('device', 'd')}, 'AA:BB:CC:DD:EE:FF', 'ONE_TIME_IDENTITY_PROVISIONING', 'SUPERSEDED',
            ${admin}, ${at}, ${at} from ${numbers('d')}, ${numbers('n')}`,
    'analyze',
  ]) {
    await sql(statement);
  }
  const kinds = ['batch', 'customer', 'device', 'sale', 'preorder', 'release'] as const;
  const [ids] = await sql(`select ${kinds.map((kind) => `${id(kind, '1')} as ${kind}`).join(', ')}`);
  return ids as DenseRows;
}
