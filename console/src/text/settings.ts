import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

export const settingsTexts = {
  'settings.business': ['Business', 'Бизнес', 'Biznes'],
  'settings.system': ['Devices and firmware', 'Устройства и прошивки', 'Qurilmalar va proshivka'],
  'settings.changed': ['Changed {ago}', 'Изменено {ago}', '{ago} oʻzgartirilgan'],
  'settings.readOnly': [
    'Your role reads these settings. A super admin or an admin changes them.',
    'Ваша роль только читает эти настройки. Меняют их суперадмин и администратор.',
    'Rolingiz bu sozlamalarni faqat oʻqiydi. Ularni superadmin va administrator oʻzgartiradi.',
  ],
  'settings.company': ['Company and sales', 'Компания и продажи', 'Kompaniya va savdolar'],
  'settings.counting': ['How devices are counted', 'Как считаются устройства', 'Qurilmalar qanday hisoblanadi'],
  'settings.firmware': ['Firmware', 'Прошивки', 'Proshivka'],
  'settings.apps': ['Companion apps', 'Приложения', 'Ilovalar'],
  'settings.companyName': ['Company name', 'Название компании', 'Kompaniya nomi'],
  'settings.companyNameText': ['As documents show it.', 'Как в документах.', 'Hujjatlarda shunday chiqadi.'],
  'settings.orderNumberPrefix': ['Prefix of sale numbers', 'Префикс номеров продаж', 'Savdo raqamlari prefiksi'],
  'settings.orderNumberPrefixText': [
    'New sales only; existing numbers stay.',
    'Только для новых продаж; прежние номера останутся.',
    'Faqat yangi savdolar uchun; eski raqamlar qoladi.',
  ],
  'settings.defaultCurrency': ['Default currency', 'Валюта по умолчанию', 'Asosiy valyuta'],
  'settings.defaultCurrencyText': [
    'Reports that name no currency are in it.',
    'В ней отчёты, где валюта не названа.',
    'Valyutasi aytilmagan hisobotlar shunda.',
  ],
  'settings.defaultDevicePrice': ['Usual price of a device', 'Обычная цена устройства', 'Qurilmaning odatdagi narxi'],
  'settings.defaultDevicePriceText': [
    'Whole units of the default currency.',
    'Целые единицы валюты по умолчанию.',
    'Asosiy valyutaning butun birliklari.',
  ],
  'settings.onlineThresholdMinutes': ['Online for, minutes', 'На связи, минут', 'Aloqada, daqiqa'],
  'settings.onlineThresholdMinutesText': [
    '1 to 1440. A device counts as online for so long after its last heartbeat.',
    'От 1 до 1440. Столько после сигнала устройство считается на связи.',
    '1 dan 1440 gacha. Signaldan keyin qurilma shuncha vaqt aloqada hisoblanadi.',
  ],
  'settings.activeThresholdDays': ['Active for, days', 'Активно, дней', 'Faol, kun'],
  'settings.activeThresholdDaysText': [
    '1 to 365. Analytics count a device as active for so long.',
    'От 1 до 365. Столько аналитика считает устройство активным.',
    '1 dan 365 gacha. Tahlilda qurilma shuncha kun faol hisoblanadi.',
  ],
  'settings.defaultFirmwareChannel': ['Channel of devices', 'Канал устройств', 'Qurilmalar kanali'],
  'settings.defaultFirmwareChannelText': [
    'Of devices that have no channel of their own.',
    'Для устройств без собственного канала.',
    'Oʻz kanali yoʻq qurilmalar uchun.',
  ],
  'settings.defaultRolloutPercentage': [
    'A rollout starts with, %',
    'Раскатка начинается с, %',
    'Tarqatish boshlanishi, %',
  ],
  'settings.defaultRolloutPercentageText': ['0 to 100.', 'От 0 до 100.', '0 dan 100 gacha.'],
  'settings.maximumMacsPerDevice': [
    'Paired apps of one device',
    'Приложений на устройство',
    'Bir qurilmadagi ilovalar',
  ],
  'settings.maximumMacsPerDeviceText': ['1 to 10 at a time.', 'От 1 до 10 одновременно.', 'Bir vaqtda 1 dan 10 gacha.'],
  'settings.pairingCertificateDays': ['A pairing lasts, days', 'Сопряжение действует, дней', 'Bogʻlanish muddati, kun'],
  'settings.pairingCertificateDaysText': [
    '7 to 730, for new credentials.',
    'От 7 до 730, для новых ключей.',
    '7 dan 730 gacha, yangi kalitlar uchun.',
  ],
  'settings.heartbeatTimeoutSeconds': ['Silent after, seconds', 'Молчит после, секунд', 'Jim hisoblanadi, soniya'],
  'settings.heartbeatTimeoutSecondsText': [
    '60 to 86400. Apps may call a device silent after it; here “Online for” decides.',
    'От 60 до 86400. После этого приложения могут считать устройство молчащим; здесь решает «На связи, минут».',
    '60 dan 86400 gacha. Shundan keyin ilovalar qurilmani jim deyishi mumkin; bu yerda “Aloqada, daqiqa” hal qiladi.',
  ],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(settingsTexts);
