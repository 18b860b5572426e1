import { ServiceAccountRecord } from '../../model/records/service-account.ts';
import { serviceAccountListAt } from '../../persistence/service-accounts/service-account-list.ts';
import { reader } from '../reader.ts';

export const serviceAccountReader = reader(ServiceAccountRecord, serviceAccountListAt);
