export { readDefaultCurrency } from './default-currency.ts';
export * from './operations.ts';
