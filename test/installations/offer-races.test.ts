import { describeOfferRaces } from './offer-races.ts';

describeOfferRaces();
