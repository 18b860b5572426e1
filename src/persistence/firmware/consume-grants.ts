/**
 * Consumes the open grant of a device at the first proof with its new identity: `$1` the device, `$2` the time. Runs in
 * the transaction that activates the new secret; the condition decides under concurrency.
 */
export const CONSUME_GRANTS = `
  update maintenance_grant set state = 'CONSUMED', consumed_at = $2
   where device_id = $1 and state = 'ISSUED' and expires_at > $2`;
