export * from './operations.ts';
export { readSaleDefaults } from './sale-defaults.ts';
