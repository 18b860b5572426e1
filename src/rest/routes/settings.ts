import { getSettings, updateBusinessSettings, updateSystemSettings } from '../../domain/settings/index.ts';
import { get, put, routes } from '../route.ts';

export const settingsRoutes = routes('/v1/admin/settings', [
  get('', 200, getSettings),
  put('', 200, updateSystemSettings),
  put('/business', 200, updateBusinessSettings),
]);
