const NO_TEXTS = `'{}'::text[]`;

/** SQL expressions of what rows that PostgreSQL computes have in common, by field. */
export const NO_BYTES = `'\\x00'::bytea`;
export const LAMP = { model: `'LAMP1'`, hardwareRevision: `'rev-b'` };
export const ONE_LAMP = { quantity: '1', locale: `'uz'`, productName: `'Lamp'`, currency: `'UZS'` };
export const PAID_SALE = {
  unitPrice: '1000000',
  discount: '0',
  total: '1000000',
  currency: `'UZS'`,
  paymentStatus: `'PAID'`,
  status: `'PAID'`,
  salesChannel: `'DIRECT'`,
};
export const PAUSED_RELEASE = {
  ...LAMP,
  source: `'PACKAGE'`,
  securityVersion: '1',
  channel: `'STABLE'`,
  lifecycle: `'PAUSED'`,
  mandatory: 'false',
  releaseNotes: NO_TEXTS,
  firmwareSha256: 'md5(n::text)',
  firmwareSize: '1',
  signedBy: NO_TEXTS,
  rolloutPercentage: '100',
};
