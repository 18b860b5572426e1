import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

/** What the palette alone names, and other words by which its entries are found. */
export const paletteTexts = {
  'palette.do': ['Do', 'Сделать', 'Bajarish'],
  'palette.board': ['Board of preorders', 'Доска предзаказов', 'Oldindan buyurtmalar doskasi'],
  'palette.boardWords': ['kanban board', 'доска канбан', 'doska kanban'],
  'palette.preorderSettings': ['Settings of preorders', 'Настройки предзаказов', 'Oldindan buyurtma sozlamalari'],
  'palette.preorderSettingsWords': [
    'preorder settings price deposit capacity open close',
    'настройки предзаказа цена предоплата лимит открыть закрыть',
    'oldindan buyurtma sozlamalari narx limit ochish yopish',
  ],
  'palette.signOutWords': ['log out logout exit', 'выход выйти', 'chiqish'],
  'palette.themeWords': ['theme colors mode night', 'тема оформление цвета ночная', 'mavzu rang tungi'],
  'palette.languageWords': ['language til язык', 'язык language til', 'til language язык'],
  'palette.densityWords': ['rows density height', 'строки плотность высота', 'qatorlar zichlik'],
  'palette.todayWords': ['home overview dashboard', 'главная обзор сводка', 'bosh sahifa umumiy holat'],
  'palette.devicesWords': [
    'device stock export download csv excel',
    'устройство склад остаток выгрузить экспорт скачать',
    'qurilma ombor zaxira eksport yuklab olish',
  ],
  'palette.customersWords': [
    'buyer client export download csv excel',
    'клиент покупатель выгрузить экспорт скачать',
    'mijoz xaridor eksport yuklab olish',
  ],
  'palette.salesWords': [
    'sale order refund money back payment export download csv excel',
    'продажа заказ возврат денег оплата выгрузить экспорт скачать',
    'savdo buyurtma pul qaytarish toʻlov eksport yuklab olish',
  ],
  'palette.preordersWords': [
    'preorder order deposit export download csv excel',
    'предзаказ заказ предоплата выгрузить экспорт скачать',
    'oldindan buyurtma oldindan toʻlov eksport yuklab olish',
  ],
  'palette.inventoryWords': [
    'batch batches stock labels provision',
    'партия склад запас этикетки выпуск',
    'partiya ombor zaxira yorliq chiqarish',
  ],
  'palette.claimCodesWords': ['code label', 'код этикетка привязка', 'kod yorliq biriktirish'],
  'palette.releasesWords': [
    'firmware update rollout paused',
    'релиз прошивка обновление раскатка приостановленные',
    'reliz proshivka yangilanish tarqatish toʻxtatib turilgan',
  ],
  'palette.installationsWords': [
    'stuck failed update export download csv excel',
    'установка зависла зависшие ошибка обновление выгрузить экспорт скачать',
    'oʻrnatish toʻxtab qolgan xato yangilanish eksport yuklab olish',
  ],
  'palette.teamWords': ['colleague staff role access', 'сотрудник роль доступ', 'xodim rol kirish'],
  'palette.scriptsWords': ['token script api', 'токен скрипт api', 'token skript api'],
  'palette.auditWords': ['history actions who did', 'история действий кто', 'tarix amallar kim'],
  'palette.settingsWords': ['company currency price prefix', 'компания валюта цена префикс', 'kompaniya valyuta narx'],
  'palette.analyticsWords': [
    'questions reports charts statistics revenue',
    'вопросы отчёты графики статистика выручка',
    'savollar hisobotlar grafiklar statistika tushum',
  ],
  'palette.meWords': [
    'password profile sessions time zone',
    'пароль профиль сеансы часовой пояс',
    'parol profil seanslar vaqt mintaqasi',
  ],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(paletteTexts);
