export type { FoundNode } from './find-nodes.ts';
export { mayRead } from './node-kinds.ts';
export * from './operations.ts';
