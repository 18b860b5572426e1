import {
  createAdmin,
  listAdminOptions,
  listTeam,
  resetAdminPassword,
  revokeAdminSessions,
  setAdminRole,
  setAdminStatus,
} from '../../domain/team/index.ts';
import { operationField } from '../operation-field.ts';
import { AdminConnection, AdminOptionType, AdminType, AdminWithPasswordType, EndedSessionsType } from './admin.type.ts';

export const teamFields = [
  operationField(listTeam, AdminConnection),
  operationField(listAdminOptions, [AdminOptionType], { show: ({ items }) => items }),
  operationField(createAdmin, AdminWithPasswordType),
  operationField(setAdminRole, AdminType),
  operationField(setAdminStatus, AdminWithPasswordType),
  operationField(resetAdminPassword, AdminWithPasswordType),
  operationField(revokeAdminSessions, EndedSessionsType),
];
