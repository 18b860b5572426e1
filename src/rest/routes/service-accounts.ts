import {
  createServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  revokeServiceAccount,
} from '../../domain/service-accounts/index.ts';
import { del, get, post, routes } from '../route.ts';

export const serviceAccountRoutes = routes('/v1/admin/service-accounts', [
  get('', 200, listServiceAccounts),
  post('', 201, createServiceAccount),
  get('/:id', 200, getServiceAccount),
  del('/:id', 200, revokeServiceAccount),
]);
