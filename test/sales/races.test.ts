import { jest } from '@jest/globals';
import { describeSaleRaces } from './races.ts';

jest.setTimeout(120_000);
describeSaleRaces();
