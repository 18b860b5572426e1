import { jest } from '@jest/globals';
import { describeOfferRaces } from './offer-races.ts';

jest.setTimeout(120_000);
describeOfferRaces();
