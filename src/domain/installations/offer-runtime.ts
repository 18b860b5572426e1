import type { OfferGateway } from '../../persistence/installations/offer-gateway.ts';

declare module '../kernel/operation.ts' {
  interface Runtime {
    /** The hot path of devices that look for firmware; its rows are nobody else's business. */
    readonly offers: OfferGateway;
  }
}
