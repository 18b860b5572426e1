import { getServiceAccount, listServiceAccounts } from '../../domain/service-accounts/index.ts';
import { ServiceAccountRecord } from '../../model/records/service-account.ts';
import { connectionOf } from '../schema/connection.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';

const ServiceAccountType = objectTypeOf(ServiceAccountRecord);

export const serviceAccountFields = [
  operationField(
    listServiceAccounts,
    connectionOf('ServiceAccount', () => ServiceAccountType),
  ),
  operationField(getServiceAccount, ServiceAccountType),
];
