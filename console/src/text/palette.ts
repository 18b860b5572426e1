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
  'palette.themeWords': ['theme colors mode', 'тема оформление цвета', 'mavzu rang'],
  'palette.languageWords': ['language til язык', 'язык language til', 'til language язык'],
  'palette.densityWords': ['rows density height', 'строки плотность высота', 'qatorlar zichlik'],
  'palette.salesWords': [
    'refund money back payment export download csv excel',
    'возврат денег оплата выгрузить экспорт скачать',
    'pul qaytarish toʻlov eksport yuklab olish',
  ],
  'palette.exportWords': ['export download csv excel', 'выгрузить экспорт скачать', 'eksport yuklab olish'],
  'palette.analyticsWords': [
    'questions reports charts statistics',
    'вопросы отчёты графики статистика',
    'savollar hisobotlar grafiklar statistika',
  ],
  'palette.meWords': [
    'password profile sessions time zone',
    'пароль профиль сеансы часовой пояс',
    'parol profil seanslar vaqt mintaqasi',
  ],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(paletteTexts);
