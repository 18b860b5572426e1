#!/usr/bin/env node
// Makes a batch of devices and the file that the label printer takes: ./02-batch-and-labels.mjs LAMP-2026-12 KARVON-1 1.2 50 > labels.csv
// Role: OPERATIONS. The claim codes are shown once: a second run makes nothing, and says where to get new ones.
import { all, call, usage } from './karvon.mjs';

const [code, model, hardwareRevision, quantity] = process.argv.slice(2);
usage('02-batch-and-labels.mjs CODE MODEL HARDWARE_REVISION QUANTITY > labels.csv', quantity);

const batches = await Array.fromAsync(all('/v1/admin/inventory/batches', { search: code }));
const known = batches.find((batch) => batch.code === code);
if (known?.provisionedAt) {
  console.error(
    `${code} was made at ${known.provisionedAt}. A lost label gets a new claim code: POST /v1/admin/devices/{id}/claim/reset.`,
  );
  process.exit(1);
}
const plan = { code, model, hardwareRevision, quantity: Number(quantity) };
const batch = known ?? (await call('POST', '/v1/admin/inventory/batches', { body: plan }));
const { devices } = await call('POST', `/v1/admin/inventory/batches/${batch.id}/provision`, { body: {} });
console.log('serial,claimCode,qr');
for (const { serial, claimCode, qr } of devices) console.log([serial, claimCode, qr].join());
console.error(`${devices.length} devices of ${code}.`);
