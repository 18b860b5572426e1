import 'reflect-metadata';
import { type GraphQLSchema, isEnumType, specifiedDirectives } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { enumerations, knownValues, OTHER } from '../../model/enums.ts';
import { analyticsFields } from '../analytics/analytics.resolver.ts';
import { AuditEntryResolver, auditFields } from '../audit/audit.resolver.ts';
import { AuthResolver, authFields, sessionEffects, ViewerResolver } from '../auth/auth.resolver.ts';
import { CustomerResolver, customerFields } from '../customers/customer.resolver.ts';
import { DeviceResolver, deviceFields } from '../devices/device.resolver.ts';
import { ReleaseEventResolver, ReleaseResolver, releaseFields } from '../firmware/release.resolver.ts';
import { InstallationResolver, installationFields } from '../installations/installation.resolver.ts';
import { BatchResolver, batchFields } from '../inventory/batch.resolver.ts';
import { withSubscriptions } from '../live/live-types.ts';
import { questionFields } from '../questions/question.resolver.ts';
import { bulkFields } from './bulk.ts';
import { describeEdges, describeRootFields } from './descriptions.ts';
import { edgeFields, resolveRecords } from './edge-fields.ts';
import { needsDirective } from './edges.ts';
import { resolveFacets } from './facets.ts';
import { argsOf, enumType, inputOf, markOneOfInputs } from './input-type.ts';
import '../offers/offer-decision.type.ts';
import { closeSchema } from '../admission/shield.ts';
import { nodeFields } from '../nodes/node.resolver.ts';
import { PreorderResolver, preorderFields } from '../preorders/preorder.resolver.ts';
import { SaleResolver, saleFields } from '../sales/sale.resolver.ts';
import { SearchHitResolver, searchFields } from '../search/search.resolver.ts';
import { serviceAccountFields } from '../service-accounts/service-account.resolver.ts';
import { settingsFields } from '../settings/settings.resolver.ts';
import { AdminResolver, teamFields } from '../team/team.resolver.ts';
import { SavedViewResolver, viewFields } from '../views/view.resolver.ts';
import { mutationFields, resolveOperations } from './operation-field.ts';
import { withErrors } from './root-errors.ts';
import { graphqlOperations } from './root-fields.ts';
import { DateTime } from './scalars.ts';

let served: GraphQLSchema | undefined;

/**
 * The admin schema as it is served: every root field closed by default, every guarded edge under its rule. It contains nothing
 * of one service, so that all services of a process (tests start hundreds) share one.
 */
export function buildGraphqlSchema(): GraphQLSchema {
  served ??= withOther(closeSchema(buildOpenSchema()));
  return served;
}

/** The schema without its guards, for printing and for the tests that compare the two. */
export function buildOpenSchema(): GraphQLSchema {
  // type-graphql looks for a type's metadata before it asks for the type, so derived types are made first.
  for (const { name, values } of enumerations()) enumType(name, Object.keys(values));
  for (const operation of graphqlOperations) {
    if (operation.effect === 'read') argsOf(operation);
    else inputOf(operation);
  }
  const mutations = [...mutationFields(sessionEffects), ...bulkFields()];
  const schema = buildSchemaSync({
    resolvers: [
      AdminResolver,
      AuditEntryResolver,
      AuthResolver,
      ViewerResolver,
      BatchResolver,
      CustomerResolver,
      DeviceResolver,
      InstallationResolver,
      PreorderResolver,
      ReleaseResolver,
      ReleaseEventResolver,
      SaleResolver,
      SavedViewResolver,
      SearchHitResolver,
      ...analyticsFields,
      ...questionFields,
      ...auditFields,
      ...authFields,
      ...batchFields,
      ...customerFields,
      ...deviceFields,
      ...installationFields,
      ...nodeFields,
      ...preorderFields,
      ...releaseFields,
      ...saleFields,
      ...searchFields,
      ...settingsFields,
      ...teamFields,
      ...viewFields,
      ...serviceAccountFields,
      ...mutations,
      ...edgeFields(),
    ],
    directives: [...specifiedDirectives, needsDirective],
    scalarsMap: [{ type: Date, scalar: DateTime }],
    // The operations validate with ajv, the same for both transports.
    validate: false,
    // A full introspection of itself at every start; test/architecture/schema-drift.test.ts checks it once.
    skipCheck: true,
  });
  markOneOfInputs(schema);
  resolveOperations(schema);
  resolveRecords(schema);
  resolveFacets(schema);
  describeRootFields(schema);
  describeEdges(schema);
  return withSubscriptions(withErrors(schema));
}

/** What is stored and no value of an open enumeration is OTHER. */
function withOther(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    const known = knownValues(type.name);
    if (!known || !isEnumType(type)) continue;
    const serialize = type.serialize.bind(type);
    type.serialize = (value) => serialize(known.includes(String(value)) ? value : OTHER);
  }
  return schema;
}
