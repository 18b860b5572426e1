import type { Locale } from '../../model/enums.ts';

/** The texts of the page of a label, in one language. */
export interface PairTexts {
  /** The language's own name. */
  readonly name: string;
  readonly title: string;
  /** With a complete label in the address. */
  readonly ready: string;
  readonly open: string;
  readonly steps: readonly string[];
  readonly serial: string;
  readonly code: string;
  readonly secret: string;
  /** Without one. */
  readonly incomplete: string;
  readonly noScript: string;
}

/** The page of a label, in every language of the business. */
export const PAIR_TEXTS: Readonly<Record<Locale, PairTexts>> = {
  uz: {
    name: 'O‘zbekcha',
    title: 'Qurilmangizni ulang',
    ready: 'Yorliq o‘qildi. Keyingi qadam ilovada: u qurilmani sizga biriktiradi.',
    open: 'Ilovani ochish',
    steps: [
      'Qurilmani yoqing va telefon bilan uning yonida turing.',
      'Ilovani oching. U o‘zi ochilmasa, ilovaga kirib, qurilma qo‘shishni tanlang.',
      'Ilova so‘rasa, yorliqdagi QR kodni qayta skanerlang yoki yorliqdagi seriya raqami va kodni kiriting.',
      'Ilova aytganda qurilmadagi tugmani bosing.',
    ],
    serial: 'Seriya raqami',
    code: 'Kod',
    secret: 'Kodni hech kimga bermang: u qurilma egasini belgilaydi.',
    incomplete:
      'Bu manzilda yorliq ma’lumotlari to‘liq emas. Qurilma yorlig‘idagi QR kodni telefon kamerasi bilan qayta skanerlang yoki seriya raqami va kodni ilovaga qo‘lda kiriting.',
    noScript:
      'Brauzerda JavaScript o‘chirilgan, shuning uchun sahifa yorliqni o‘qiy olmaydi. Ilovani oching va yorliqdagi QR kodni ilovada skanerlang yoki yorliqda yozilgan seriya raqami va kodni kiriting.',
  },
  en: {
    name: 'English',
    title: 'Pair your device',
    ready: 'The label has been read. The next step is in the app, which pairs the device with you.',
    open: 'Open the app',
    steps: [
      'Switch the device on, and stay near it with your phone.',
      'Open the app. If it does not open by itself, start it and choose to add a device.',
      'If the app asks, scan the QR code of the label again, or type the serial and the code of the label.',
      'Press the button of the device when the app tells you to.',
    ],
    serial: 'Serial',
    code: 'Code',
    secret: 'Do not give the code to anyone: it decides who owns the device.',
    incomplete:
      'This address does not contain a complete label. Scan the QR code on the label of the device again with the camera of your phone, or type its serial and its code into the app.',
    noScript:
      'JavaScript is switched off in this browser, so the page cannot read the label. Open the app and scan the QR code of the label there, or type the serial and the code that the label shows.',
  },
  ru: {
    name: 'Русский',
    title: 'Подключите устройство',
    ready: 'Этикетка прочитана. Следующий шаг — в приложении: оно привяжет устройство к вам.',
    open: 'Открыть приложение',
    steps: [
      'Включите устройство и держите телефон рядом с ним.',
      'Откройте приложение. Если оно не открылось само, запустите его и выберите добавление устройства.',
      'Если приложение попросит, отсканируйте QR-код этикетки ещё раз или введите серийный номер и код с этикетки.',
      'Нажмите кнопку на устройстве, когда приложение об этом попросит.',
    ],
    serial: 'Серийный номер',
    code: 'Код',
    secret: 'Никому не сообщайте код: по нему определяется владелец устройства.',
    incomplete:
      'В этом адресе нет полных данных этикетки. Отсканируйте QR-код на этикетке устройства камерой телефона ещё раз или введите серийный номер и код в приложении вручную.',
    noScript:
      'В браузере отключён JavaScript, поэтому страница не может прочитать этикетку. Откройте приложение и отсканируйте QR-код этикетки в нём или введите серийный номер и код, напечатанные на этикетке.',
  },
};
