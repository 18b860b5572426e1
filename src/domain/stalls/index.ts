export { failStalled } from './fail-stalled.ts';
