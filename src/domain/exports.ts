import { questionExports } from './analytics/index.ts';
import type { FileExport } from './formats/table.ts';
import type { Operation } from './kernel/operation.ts';
import { listExports } from './list-exports.ts';

/** Everything that can be exported as a file, by its name in paths: lists, and the answers to questions. */
export const fileExports: ReadonlyMap<string, Operation<FileExport>> = new Map([...listExports, ...questionExports]);
