export { lockStoredObject } from './lock-stored-object.ts';
export * from './operations.ts';
export { sweepObjects } from './sweep-objects.ts';
