#!/usr/bin/env node
// Hands devices over to those who preordered them: ./08-preorder-handover.mjs < handover.csv, with preorder number and serial.
// Role: SALES. Each line becomes a sale at the promised price. A second run makes no second sale: the line is the key.
import { createInterface } from 'node:readline';
import { graphql } from './karvon.mjs';

const FIND = `query Find($number: String!, $serial: String!) {
  preorders(first: 1, filter: { number: { eq: $number } }) { nodes { id customerId fullPrice currency } }
  devices(first: 1, filter: { serial: { eq: $serial } }) { nodes { id } }
}`;
const SELL = `mutation Sell($input: CreateSaleInput!, $key: String!) {
  createSale(input: $input, idempotencyKey: $key) { sale { number } }
}`;

async function handOver(number, serial) {
  const { preorders, devices } = await graphql(FIND, { number, serial });
  const [preorder] = preorders.nodes;
  const [device] = devices.nodes;
  if (!preorder || !device) throw new Error(preorder ? 'no such device' : 'no such preorder');
  if (preorder.fullPrice === null) throw new Error('no price was promised: sell it by hand');
  const input = {
    customer: { id: preorder.customerId },
    preorderId: preorder.id,
    deviceId: device.id,
    unitPrice: preorder.fullPrice,
    currency: preorder.currency,
    paymentStatus: 'PAID',
    salesChannel: 'DIRECT',
  };
  const { createSale } = await graphql(SELL, { input, key: `handover-${number}-${serial}` });
  return createSale.sale.number;
}

let failed = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const [number, serial] = line.split(',').map((cell) => cell.trim());
  if (!serial) continue;
  try {
    console.log(`${number},${serial},${await handOver(number, serial)}`);
  } catch (error) {
    failed += 1;
    console.error(`${number},${serial}: ${error.message}`);
  }
}
process.exitCode = failed ? 1 : 0;
