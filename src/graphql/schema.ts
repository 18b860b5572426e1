import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import {
  ACTOR_TYPES,
  ADMIN_ROLES,
  ADMIN_STATUSES,
  BATCH_STATUSES,
  CLAIM_CODE_STATUSES,
  CLOSED_REASONS,
  DEVICE_DISPOSITIONS,
  DEVICE_STATUSES,
  FAILURE_SOURCES,
  FIRMWARE_CHANNELS,
  FIRMWARE_LIFECYCLES,
  GRANT_STATES,
  INSTALLATION_EVENT_SOURCES,
  INSTALLATION_STATUSES,
  LOCALES,
  OFFER_REASONS,
  OTA_SLOTS,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  PREORDER_STATUSES,
  PRODUCT_COLORS,
  RECONCILE_EVIDENCES,
  REFUND_STATES,
  RELEASE_SOURCES,
  SALE_STATUSES,
  SALES_CHANNELS,
  TRANSPORTS,
  VERIFICATIONS,
} from '../model/enums.ts';
import { AnalyticsResolver } from './analytics/analytics.resolver.ts';
import { AuditResolver } from './audit/audit.resolver.ts';
import { AuthResolver } from './auth/auth.resolver.ts';
import { CustomerNoteResolver, CustomerResolver } from './customers/customer.resolver.ts';
import { DeviceResolver } from './devices/device.resolver.ts';
import { ReleaseResolver } from './firmware/release.resolver.ts';
import { argsOf, enumType, inputOf } from './input-type.ts';
import {
  DeviceInstallationResolver,
  InstallationResolver,
  ReleaseInstallationResolver,
} from './installations/installation.resolver.ts';
import { DeviceOfferResolver } from './installations/offer-decision.resolver.ts';
import { BatchResolver } from './inventory/batch.resolver.ts';
import { DevicePairingResolver } from './pairing/pairing.resolver.ts';
import { PreorderResolver } from './preorders/preorder.resolver.ts';
import { graphqlOperations } from './root-fields.ts';
import { CustomerSaleResolver, DeviceSaleResolver, RefundResolver, SaleResolver } from './sales/sale.resolver.ts';
import { DateTime } from './scalars.ts';
import { SettingsResolver } from './settings/settings.resolver.ts';
import { closeSchema } from './shield.ts';
import { TeamResolver } from './team/team.resolver.ts';

/** The enumerations that outputs use, by their names in the specification. */
const ENUMERATIONS = {
  ActorType: ACTOR_TYPES,
  AdminRole: ADMIN_ROLES,
  AdminStatus: ADMIN_STATUSES,
  BatchStatus: BATCH_STATUSES,
  ClaimCodeStatus: CLAIM_CODE_STATUSES,
  DeviceStatus: DEVICE_STATUSES,
  DeviceDisposition: DEVICE_DISPOSITIONS,
  FirmwareChannel: FIRMWARE_CHANNELS,
  ReleaseSource: RELEASE_SOURCES,
  InstallationStatus: INSTALLATION_STATUSES,
  InstallationEventSource: INSTALLATION_EVENT_SOURCES,
  ClosedReason: CLOSED_REASONS,
  FailureSource: FAILURE_SOURCES,
  Verification: VERIFICATIONS,
  ReconcileEvidence: RECONCILE_EVIDENCES,
  FirmwareLifecycle: FIRMWARE_LIFECYCLES,
  GrantState: GRANT_STATES,
  Locale: LOCALES,
  OtaSlot: OTA_SLOTS,
  OfferReason: OFFER_REASONS,
  PaymentMethod: PAYMENT_METHODS,
  SaleStatus: SALE_STATUSES,
  RefundState: REFUND_STATES,
  PaymentStatus: PAYMENT_STATUSES,
  PreorderStatus: PREORDER_STATUSES,
  ProductColor: PRODUCT_COLORS,
  SalesChannel: SALES_CHANNELS,
  Transport: TRANSPORTS,
};

/** The admin schema as it is served: every root field closed by default, every guarded edge under its rule. */
export function buildGraphqlSchema(): GraphQLSchema {
  return closeSchema(buildOpenSchema());
}

/** The schema without its guards, for printing and for the tests that compare the two. */
export function buildOpenSchema(): GraphQLSchema {
  // type-graphql looks for a type's metadata before it asks for the type, so derived types are made first.
  for (const [name, words] of Object.entries(ENUMERATIONS)) enumType(name, words);
  for (const operation of graphqlOperations) {
    if (operation.effect === 'read') argsOf(operation);
    else inputOf(operation);
  }
  return buildSchemaSync({
    resolvers: [
      AnalyticsResolver,
      AuthResolver,
      TeamResolver,
      SettingsResolver,
      AuditResolver,
      BatchResolver,
      DeviceResolver,
      ReleaseResolver,
      InstallationResolver,
      DeviceInstallationResolver,
      DeviceOfferResolver,
      ReleaseInstallationResolver,
      DevicePairingResolver,
      PreorderResolver,
      SaleResolver,
      RefundResolver,
      DeviceSaleResolver,
      CustomerSaleResolver,
      CustomerResolver,
      CustomerNoteResolver,
    ],
    scalarsMap: [{ type: Date, scalar: DateTime }],
    // The operations validate with ajv, the same for both doors.
    validate: false,
    // A full introspection of itself at every start; test/architecture/schema-drift.test.ts checks it once.
    skipCheck: true,
  });
}
