import type * as schema from '../api/generated/enums.ts';
import type { screenWords } from './screen-texts.ts';
import { type Language, say, type Triple } from './triple.ts';

type Words<Value extends string> = Readonly<Record<Value, Triple>>;

const AdminRole: Words<schema.AdminRole> = {
  SUPER_ADMIN: ['Super admin', 'Суперадмин', 'Superadmin'],
  ADMIN: ['Admin', 'Администратор', 'Administrator'],
  OPERATIONS: ['Operations', 'Производство', 'Ishlab chiqarish'],
  SALES: ['Sales', 'Продажи', 'Savdo'],
  SUPPORT: ['Support', 'Поддержка', 'Yordam xizmati'],
  FIRMWARE_MANAGER: ['Firmware manager', 'Менеджер прошивок', 'Proshivka menejeri'],
  VIEWER: ['Viewer', 'Наблюдатель', 'Kuzatuvchi'],
};

const DeviceStatus: Words<schema.DeviceStatus> = {
  INVENTORY: ['In stock', 'На складе', 'Omborda'],
  READY: ['Ready', 'Готово', 'Tayyor'],
  SOLD: ['Sold', 'Продано', 'Sotilgan'],
  CLAIMED: ['Claimed', 'Привязано', 'Biriktirilgan'],
  ACTIVE: ['Active', 'Активно', 'Faol'],
  SUSPENDED: ['Suspended', 'Приостановлено', 'Bloklangan'],
  REPAIR: ['Repair', 'В ремонте', 'Taʼmirda'],
  RETURNED: ['Returned', 'Возвращено', 'Qaytarilgan'],
  REVOKED: ['Revoked', 'Отозвано', 'Chaqirib olingan'],
  RETIRED: ['Retired', 'Списано', 'Hisobdan chiqarilgan'],
};

const FirmwareChannel: Words<schema.FirmwareChannel> = {
  INTERNAL: ['Internal', 'Внутренний', 'Ichki'],
  BETA: ['Beta', 'Бета', 'Beta'],
  STABLE: ['Stable', 'Стабильный', 'Barqaror'],
};

const InstallationStatus: Words<schema.InstallationStatus> = {
  AVAILABLE: ['Offered', 'Предложена', 'Taklif qilingan'],
  QUEUED: ['Queued', 'В очереди', 'Navbatda'],
  DOWNLOADING: ['Downloading', 'Загружается', 'Yuklab olinmoqda'],
  VERIFYING: ['Verifying', 'Проверяется', 'Tekshirilmoqda'],
  TRANSFERRING: ['Transferring', 'Передаётся', 'Uzatilmoqda'],
  INSTALLING: ['Installing', 'Устанавливается', 'Oʻrnatilmoqda'],
  REBOOTING: ['Rebooting', 'Перезагружается', 'Qayta yuklanmoqda'],
  VALIDATING: ['Testing itself', 'Самопроверка', 'Oʻzini sinamoqda'],
  SUCCESS: ['Installed', 'Установлена', 'Oʻrnatildi'],
  FAILED: ['Failed', 'Ошибка', 'Xato'],
  ROLLED_BACK: ['Rolled back', 'Откат', 'Orqaga qaytdi'],
};

const ClaimCodeStatus: Words<schema.ClaimCodeStatus> = {
  AVAILABLE: ['Available', 'Доступен', 'Mavjud'],
  CLAIMED: ['Claimed', 'Использован', 'Ishlatilgan'],
  EXPIRED: ['Expired', 'Истёк', 'Muddati oʻtgan'],
  VOID: ['Void', 'Недействителен', 'Yaroqsiz'],
};

const SaleStatus: Words<schema.SaleStatus> = {
  DRAFT: ['Draft', 'Черновик', 'Qoralama'],
  PENDING: ['Awaiting payment', 'Ожидает оплаты', 'Toʻlov kutilmoqda'],
  PAID: ['Paid', 'Оплачена', 'Toʻlangan'],
  FULFILLED: ['Fulfilled', 'Выполнена', 'Bajarilgan'],
  CANCELLED: ['Cancelled', 'Отменена', 'Bekor qilingan'],
  REFUNDED: ['Refunded', 'Возвращена', 'Qaytarilgan'],
};

const SalesChannel: Words<schema.SalesChannel> = {
  DIRECT: ['Direct', 'Напрямую', 'Toʻgʻridan-toʻgʻri'],
  WEBSITE: ['Website', 'Сайт', 'Sayt'],
  TELEGRAM: ['Telegram', 'Telegram', 'Telegram'],
  INSTAGRAM: ['Instagram', 'Instagram', 'Instagram'],
  RESELLER: ['Reseller', 'Дилер', 'Diler'],
  OFFLINE: ['Shop or event', 'Магазин, мероприятие', 'Doʻkon yoki tadbir'],
  OTHER: ['Other', 'Другое', 'Boshqa'],
};

const BatchStatus: Words<schema.BatchStatus> = {
  DRAFT: ['Draft', 'Черновик', 'Qoralama'],
  READY: ['Ready', 'Готова', 'Tayyor'],
  PROVISIONING: ['Provisioning', 'Создаётся', 'Yaratilmoqda'],
  COMPLETED: ['Completed', 'Завершена', 'Tugallangan'],
  CANCELLED: ['Cancelled', 'Отменена', 'Bekor qilingan'],
  ARCHIVED: ['Archived', 'В архиве', 'Arxivda'],
};

const Locale: Words<schema.Locale> = {
  en: ['English', 'Английский', 'Ingliz'],
  ru: ['Russian', 'Русский', 'Rus'],
  uz: ['Uzbek', 'Узбекский', 'Oʻzbek'],
};

const PreorderStatus: Words<schema.PreorderStatus> = {
  NEW: ['New', 'Новый', 'Yangi'],
  CONTACTED: ['Contacted', 'Связались', 'Bogʻlanildi'],
  CONFIRMED: ['Confirmed', 'Подтверждён', 'Tasdiqlangan'],
  PAYMENT_PENDING: ['Awaiting payment', 'Ожидает оплаты', 'Toʻlov kutilmoqda'],
  DEPOSIT_PAID: ['Deposit paid', 'Внесена предоплата', 'Oldindan toʻlangan'],
  READY_TO_SHIP: ['Ready to ship', 'Готов к отправке', 'Joʻnatishga tayyor'],
  FULFILLED: ['Fulfilled', 'Выполнен', 'Bajarilgan'],
  CANCELLED: ['Cancelled', 'Отменён', 'Bekor qilingan'],
};

const AnonymizationReason: Words<schema.AnonymizationReason> = {
  CUSTOMER_REQUEST: ['The person asked for it', 'Человек попросил об этом', 'Shaxsning oʻzi soʻragan'],
  ENTERED_BY_MISTAKE: ['Entered by mistake', 'Внесено по ошибке', 'Xato kiritilgan'],
  NO_LONGER_NEEDED: ['No longer needed', 'Больше не нужно', 'Endi kerak emas'],
};

const SearchKind: Words<schema.SearchKind> = {
  DEVICE: ['Device', 'Устройство', 'Qurilma'],
  CUSTOMER: ['Customer', 'Клиент', 'Mijoz'],
  SALE: ['Sale', 'Продажа', 'Savdo'],
  PREORDER: ['Preorder', 'Предзаказ', 'Oldindan buyurtma'],
  BATCH: ['Batch', 'Партия', 'Partiya'],
  RELEASE: ['Release', 'Релиз', 'Reliz'],
  ADMIN: ['Colleague', 'Сотрудник', 'Xodim'],
};

const PaymentMethod: Words<schema.PaymentMethod> = {
  DEPOSIT: ['Deposit', 'Предоплата', 'Oldindan toʻlov'],
  FULL: ['Full price', 'Полная цена', 'Toʻliq narx'],
};

const ProductColor: Words<schema.ProductColor> = {
  BLACK: ['Black', 'Чёрный', 'Qora'],
  LAVENDER: ['Lavender', 'Лавандовый', 'Lavanda'],
  WHITE: ['White', 'Белый', 'Oq'],
};

const PaymentStatus: Words<schema.PaymentStatus> = {
  UNPAID: ['Unpaid', 'Не оплачено', 'Toʻlanmagan'],
  PARTIAL: ['Partly paid', 'Оплачена часть', 'Qisman toʻlangan'],
  PAID: ['Paid', 'Оплачено', 'Toʻlangan'],
  REFUNDED: ['Refunded', 'Возвращено', 'Qaytarilgan'],
};

const firstWords = {
  AdminRole,
  DeviceStatus,
  FirmwareChannel,
  InstallationStatus,
  ClaimCodeStatus,
  SaleStatus,
  PaymentStatus,
  SalesChannel,
  BatchStatus,
  Locale,
  PreorderStatus,
  AnonymizationReason,
  SearchKind,
  PaymentMethod,
  ProductColor,
} as const;

type EnumTexts = typeof firstWords & typeof screenWords;
export type EnumName = keyof EnumTexts;
export type EnumValue<Name extends EnumName> = keyof EnumTexts[Name] & string;

const known: Partial<Record<string, Readonly<Record<string, Triple>>>> = { ...firstWords };

/** Makes the words of more enumerations known: those that come with a screen. */
export function addWords(more: Readonly<Record<string, Readonly<Record<string, Triple>>>>): void {
  Object.assign(known, more);
}

/** The words for the values of an enumeration; none while its screen is not loaded. */
export const wordsOf = (name: EnumName): Readonly<Record<string, Triple>> => known[name] ?? {};

/** The word for a value of an enumeration that is known by its name alone. A value without a word is shown as it is. */
export function wordOf({ language }: { readonly language: Language }, name: EnumName, value: string): string {
  const triple = wordsOf(name)[value];
  return triple ? say(triple, language) : value;
}
