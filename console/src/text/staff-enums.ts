import type * as schema from '../api/generated/enums.ts';
import { addWords } from './enums.ts';
import type { Triple } from './triple.ts';

type Words<Value extends string> = Readonly<Record<Value, Triple>>;

const AdminStatus: Words<schema.AdminStatus> = {
  ACTIVE: ['Active', 'Активен', 'Faol'],
  SUSPENDED: ['Suspended', 'Приостановлен', 'Bloklangan'],
  DISABLED: ['No access', 'Доступ закрыт', 'Kirish yopilgan'],
};

const ServiceAccountStatus: Words<schema.ServiceAccountStatus> = {
  ACTIVE: ['Active', 'Действует', 'Faol'],
  EXPIRED: ['Expired', 'Истёк', 'Muddati oʻtgan'],
  REVOKED: ['Revoked', 'Отозван', 'Qaytarib olingan'],
};

const ActorType: Words<schema.ActorType> = {
  ADMIN: ['Staff', 'Сотрудник', 'Xodim'],
  DEVICE: ['Device', 'Устройство', 'Qurilma'],
  INSTALLATION: ['Companion app', 'Приложение', 'Ilova'],
  PUBLIC: ['A stranger', 'Посторонний', 'Begona'],
  SYSTEM: ['Karvon itself', 'Сам Karvon', 'Karvonning oʻzi'],
};

const TargetKind: Words<schema.TargetKind> = {
  Admin: ['Colleague', 'Сотрудник', 'Xodim'],
  Batch: ['Batch', 'Партия', 'Partiya'],
  ClaimCode: ['Claim code', 'Код привязки', 'Biriktirish kodi'],
  Customer: ['Customer', 'Клиент', 'Mijoz'],
  Device: ['Device', 'Устройство', 'Qurilma'],
  Installation: ['Installation', 'Установка', 'Oʻrnatish'],
  Pairing: ['Pairing', 'Сопряжение', 'Ilova bogʻlanishi'],
  Preorder: ['Preorder', 'Предзаказ', 'Oldindan buyurtma'],
  Release: ['Release', 'Релиз', 'Reliz'],
  Sale: ['Sale', 'Продажа', 'Savdo'],
  SavedQuestion: ['Saved question', 'Сохранённый вопрос', 'Saqlangan savol'],
  SavedView: ['Saved view', 'Сохранённый вид', 'Saqlangan koʻrinish'],
  ServiceAccount: ['Service account', 'Сервисный аккаунт', 'Xizmat hisobi'],
  Session: ['Session', 'Сеанс', 'Seans'],
  Settings: ['Settings', 'Настройки', 'Sozlamalar'],
};

const Transport: Words<schema.Transport> = {
  GRAPHQL: ['The console or its API', 'Консоль или её API', 'Konsol yoki uning API’si'],
  REST: ['App, site or REST API', 'Приложение, сайт или REST API', 'Ilova, sayt yoki REST API'],
  CLI: ['Command line', 'Командная строка', 'Buyruq satri'],
  SYSTEM: ['Karvon itself', 'Сам Karvon', 'Karvonning oʻzi'],
};

/** Words of the team, of service accounts and of the audit log. */
export const staffEnums = {
  AdminStatus,
  ServiceAccountStatus,
  ActorType,
  TargetKind,
  Transport,
} as const;

addWords(staffEnums);
