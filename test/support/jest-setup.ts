// type-graphql reads its types from decorator metadata, in whichever order a test imports things.
import 'reflect-metadata';
