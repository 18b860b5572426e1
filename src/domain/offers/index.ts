export { offerDecisionReader } from './offer-decision-reads.ts';
export * from './operations.ts';
