import type { Operation } from '../domain/kernel/operation.ts';

/**
 * Edges that lead to a record which not everybody may read: each carries the rule of the operation that reads it.
 * test/architecture/edges.test.ts sees to it that every other edge is in `openEdges` with its reason.
 */
export const guardedEdges: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {};

/** Edges to values that belong to their owner: whoever may read the one may read the other. */
export const openEdges: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
