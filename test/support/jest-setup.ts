// type-graphql reads its types from decorator metadata, in whichever order a test imports things.
import 'reflect-metadata';

// Jest sets a hundred. Each `expect` and each error of the service records its stack, all of it.
Error.stackTraceLimit = 10;
