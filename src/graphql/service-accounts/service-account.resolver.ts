import { FieldResolver, Resolver, Root } from 'type-graphql';
import {
  createServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  revokeServiceAccount,
} from '../../domain/service-accounts/index.ts';
import {
  ServiceAccountRecord,
  type ServiceAccountView,
  ServiceAccountWithTokenRecord,
} from '../../model/records/service-account.ts';
import { connectionOf } from '../schema/connection.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';

const ServiceAccountType = objectTypeOf(ServiceAccountRecord);
const ServiceAccountWithTokenType = objectTypeOf(ServiceAccountWithTokenRecord);

export const serviceAccountFields = [
  operationField(
    listServiceAccounts,
    connectionOf('ServiceAccount', () => ServiceAccountType),
  ),
  operationField(getServiceAccount, ServiceAccountType),
  operationField(createServiceAccount, ServiceAccountWithTokenType),
  operationField(revokeServiceAccount, ServiceAccountType),
];

@Resolver(() => ServiceAccountWithTokenType)
export class ServiceAccountWithTokenResolver {
  /** The record itself, so that caches of clients show it. */
  @FieldResolver(() => ServiceAccountType, { description: 'The service account, as the list shows it from now on.' })
  serviceAccount(@Root() made: ServiceAccountView): ServiceAccountView {
    return made;
  }
}
