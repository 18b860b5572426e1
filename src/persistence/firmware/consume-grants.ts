/**
 * The grant that let a board take a new identity is used up by the first proof with it: `$1` the device, `$2` the time.
 * Runs in the transaction that makes the new secret the device's own; the condition decides, however many try at once.
 */
export const CONSUME_GRANTS = `
  update maintenance_grant set state = 'CONSUMED', consumed_at = $2
   where device_id = $1 and state = 'ISSUED' and expires_at > $2`;
