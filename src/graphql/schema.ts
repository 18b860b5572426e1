import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { enumerations } from '../model/enums.ts';
import { AnalyticsResolver } from './analytics/analytics.resolver.ts';
import { AuditResolver } from './audit/audit.resolver.ts';
import { AuthResolver } from './auth/auth.resolver.ts';
import { CustomerNoteResolver, CustomerResolver } from './customers/customer.resolver.ts';
import { describeRootFields } from './descriptions.ts';
import { DeviceResolver } from './devices/device.resolver.ts';
import { ReleaseResolver } from './firmware/release.resolver.ts';
import { argsOf, enumType, inputOf } from './input-type.ts';
import {
  DeviceInstallationResolver,
  InstallationResolver,
  ReleaseInstallationResolver,
} from './installations/installation.resolver.ts';
import { BatchResolver } from './inventory/batch.resolver.ts';
import { DeviceOfferResolver } from './offers/offer-decision.resolver.ts';
import { DevicePairingResolver } from './pairing/pairing.resolver.ts';
import { PreorderResolver } from './preorders/preorder.resolver.ts';
import { graphqlOperations } from './root-fields.ts';
import { CustomerSaleResolver, DeviceSaleResolver, RefundResolver, SaleResolver } from './sales/sale.resolver.ts';
import { DateTime } from './scalars.ts';
import { SettingsResolver } from './settings/settings.resolver.ts';
import { closeSchema } from './shield.ts';
import { TeamResolver } from './team/team.resolver.ts';

/** The admin schema as it is served: every root field closed by default, every guarded edge under its rule. */
export function buildGraphqlSchema(): GraphQLSchema {
  return closeSchema(buildOpenSchema());
}

/** The schema without its guards, for printing and for the tests that compare the two. */
export function buildOpenSchema(): GraphQLSchema {
  // type-graphql looks for a type's metadata before it asks for the type, so derived types are made first.
  for (const { name, values } of enumerations()) enumType(name, Object.keys(values));
  for (const operation of graphqlOperations) {
    if (operation.effect === 'read') argsOf(operation);
    else inputOf(operation);
  }
  const schema = buildSchemaSync({
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
    // The operations validate with ajv, the same for both transports.
    validate: false,
    // A full introspection of itself at every start; test/architecture/schema-drift.test.ts checks it once.
    skipCheck: true,
  });
  describeRootFields(schema);
  return schema;
}
