export { getNode } from './get-node.ts';
export { getNodes } from './get-nodes.ts';
