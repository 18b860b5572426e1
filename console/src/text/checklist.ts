import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

export const checklistTexts = {
  'first.title': ['First steps', 'Первые шаги', 'Birinchi qadamlar'],
  'first.text': [
    'This Karvon is empty. These steps take some ten minutes.',
    'Этот Karvon пуст. На эти шаги уйдёт минут десять.',
    'Bu Karvon boʻsh. Bu qadamlarga oʻn daqiqacha ketadi.',
  ],
  'first.hide': ['Hide', 'Скрыть', 'Yashirish'],
  'first.done': ['done', 'сделано', 'bajarildi'],
  'first.open': ['to do', 'не сделано', 'qilinmagan'],
  'first.password': ['Change the password', 'Смените пароль', 'Parolni almashtiring'],
  'first.passwordText': [
    'The first one was printed in the terminal, where others may read it.',
    'Первый был выведен в терминале, где его могут прочесть другие.',
    'Birinchisi terminalga chiqarilgan, uni boshqalar oʻqishi mumkin.',
  ],
  'first.settings': ['Look at the settings', 'Проверьте настройки', 'Sozlamalarni koʻring'],
  'first.settingsText': [
    'Company, currency, price, and the prefix of sale numbers.',
    'Компания, валюта, цена и префикс номеров продаж.',
    'Kompaniya, valyuta, narx va savdo raqamlari prefiksi.',
  ],
  'first.batch': ['Make the first batch', 'Создайте первую партию', 'Birinchi partiyani yarating'],
  'first.batchText': [
    'Its devices get serials, secrets and claim codes, with labels to print.',
    'Устройства получат номера, секреты и коды, с этикетками для печати.',
    'Qurilmalar raqam, sir va kodlar oladi, chop etiladigan yorliqlar bilan.',
  ],
  'first.device': ['Simulate the first device', 'Смоделируйте первое устройство', 'Birinchi qurilmani modellashtiring'],
  'first.deviceText': [
    'In another terminal, in the folder of Karvon. It asks for your password.',
    'В другом терминале, в папке Karvon. Команда спросит ваш пароль.',
    'Boshqa terminalda, Karvon papkasida. Buyruq parolingizni soʻraydi.',
  ],
  'first.key': ['Make the first release key', 'Создайте первый ключ релизов', 'Birinchi reliz kalitini yarating'],
  'first.keyText': [
    'Sign a package with it and upload that under Releases: then the step is done.',
    'Подпишите им пакет и загрузите в «Релизы»: тогда шаг сделан.',
    'U bilan paketni imzolab, “Relizlar”ga yuklang: shunda qadam bajariladi.',
  ],
  'first.sample': [
    'To look around first, stop Karvon and start it with sample data. Your own data stays as it is.',
    'Чтобы сначала осмотреться, остановите Karvon и запустите с примером. Ваши данные не изменятся.',
    'Avval koʻrib chiqish uchun Karvonni toʻxtatib, namuna bilan ishga tushiring. Maʼlumotlaringiz oʻzgarmaydi.',
  ],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(checklistTexts);
