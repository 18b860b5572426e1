// type-graphql reads its types from decorator metadata, in whichever order a test imports things.
import 'reflect-metadata';
import fc from 'fast-check';
import { isRare } from './repetitions.ts';

// Jest sets a hundred. Each `expect` and each error of the service records its stack, all of it.
Error.stackTraceLimit = 10;

// Random cases are the same in each run: a failure comes from what was changed. `RARE=1` chooses new ones.
if (!isRare) fc.configureGlobal({ seed: 20_261_127 });
