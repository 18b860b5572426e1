import {
  createAdmin,
  listAdminOptions,
  listTeam,
  resetAdminPassword,
  revokeAdminSessions,
  setAdminRole,
  setAdminStatus,
} from '../../domain/team/index.ts';
import { get, patch, post, routes } from '../route.ts';

export const teamRoutes = routes('/v1/admin/team', [
  get('', 200, listTeam),
  post('', 201, createAdmin),
  get('/options', 200, listAdminOptions),
  patch('/:id/role', 200, setAdminRole),
  patch('/:id/status', 200, setAdminStatus),
  post('/:id/reset-password', 201, resetAdminPassword),
  post('/:id/revoke-sessions', 201, revokeAdminSessions),
]);
