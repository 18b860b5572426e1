import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

/** The texts of charts and of the tables beside them. */
export const chartTexts = {
  'chart.image': [
    'Chart: {title}, {n} {n|value|values}. The table has the numbers.',
    'График: {title}, {n} {n|значение|значения|значений}. Числа в таблице.',
    'Diagramma: {title}, {n} ta qiymat. Raqamlar jadvalda.',
  ],
  'chart.partial': ['Not over yet', 'Ещё не закончилось', 'Hali tugamagan'],
  'chart.before': ['The period before', 'Период до этого', 'Oldingi davr'],
  'chart.change': ['Change', 'Изменение', 'Oʻzgarish'],
  'chart.period': ['Period', 'Период', 'Davr'],
  'chart.total': ['Total', 'Всего', 'Jami'],
  'chart.chart': ['Chart', 'График', 'Diagramma'],
  'chart.table': ['Table', 'Таблица', 'Jadval'],
  'chart.firstBars': [
    'The chart shows the first {n} of {all} rows. The table has all of them.',
    'На графике первые {n} из {all}. В таблице все.',
    'Diagrammada {all} tadan birinchi {n} ta. Jadvalda hammasi.',
  ],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(chartTexts);
