import {
  createAdmin,
  listAdminOptions,
  listTeam,
  resetAdminPassword,
  revokeAdminSessions,
  setAdminRole,
  setAdminStatus,
} from '../../domain/team/index.ts';
import { EndedSessionsRecord } from '../../model/records/admin.ts';
import { operationField } from '../operation-field.ts';
import { objectTypeOf } from '../record-type.ts';
import { AdminConnection, AdminOptionType, AdminType, AdminWithPasswordType } from './admin.type.ts';

export const teamFields = [
  operationField(listTeam, AdminConnection),
  operationField(listAdminOptions, [AdminOptionType], { show: ({ items }) => items }),
  operationField(createAdmin, AdminWithPasswordType),
  operationField(setAdminRole, AdminType),
  operationField(setAdminStatus, AdminWithPasswordType),
  operationField(resetAdminPassword, AdminWithPasswordType),
  operationField(revokeAdminSessions, objectTypeOf(EndedSessionsRecord)),
];
