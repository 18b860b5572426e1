export * from './operations.ts';
export { serviceAccountReader } from './service-account-reads.ts';
