import { describeOfferRaces } from '../installations/offer-races.ts';

describeOfferRaces();
