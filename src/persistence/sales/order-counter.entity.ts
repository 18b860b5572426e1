import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

/**
 * The last order number of a prefix and a business year, incremented in the sale's transaction, so that numbers have no
 * gaps.
 */
export const OrderCounter = defineEntity({
  name: 'OrderCounter',
  tableName: 'order_counter',
  properties: {
    prefix: p.text().primary(),
    year: p.integer().primary(),
    last: p.integer(),
  },
});
export type OrderCounterRow = InferEntity<typeof OrderCounter>;
