import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

export const meTexts = {
  'me.sessions': ['Where you are signed in', 'Где вы вошли', 'Qayerda kirgansiz'],
  'me.thisOne': ['This browser', 'Этот браузер', 'Shu brauzer'],
  'me.sessionFacts': [
    'from {ip} · signed in {created} · used {used}',
    'с {ip} · вход {created} · использован {used}',
    '{ip} dan · kirgan {created} · ishlatilgan {used}',
  ],
  'me.sessionEnds': ['Ends {time}', 'Закончится {time}', '{time} tugaydi'],
  'me.endSession': ['End', 'Завершить', 'Tugatish'],
  'me.endSessionOf': ['End the session in {name}', 'Завершить сеанс: {name}', '{name} seansini tugatish'],
  'me.endSessionText': [
    'That browser is signed out at once. What was typed there and not saved is kept until somebody signs in again.',
    'В том браузере сеанс закончится сразу. Несохранённое останется до следующего входа.',
    'U brauzerda seans darhol tugaydi. Saqlanmagan maʼlumot qayta kirguncha qoladi.',
  ],
  'me.unknownBrowser': ['Unknown program', 'Неизвестная программа', 'Nomaʼlum dastur'],
  'me.browserOn': ['{browser} on {system}', '{browser}, {system}', '{browser}, {system}'],
  'me.password': ['Password', 'Пароль', 'Parol'],
  'me.changePassword': ['Change the password', 'Сменить пароль', 'Parolni almashtirish'],
  'me.changePasswordText': [
    'All your other sessions end. This one stays.',
    'Все ваши другие сеансы закончатся. Этот останется.',
    'Boshqa barcha seanslaringiz tugaydi. Bunisi qoladi.',
  ],
  'me.currentPassword': ['Current password', 'Текущий пароль', 'Joriy parol'],
  'me.passwordChanged': ['Your password is changed', 'Пароль сменён', 'Parol almashtirildi'],
  'me.endedSessions': [
    'Other sessions that ended: {n}',
    'Завершено других сеансов: {n}',
    'Tugatilgan boshqa seanslar: {n}',
  ],
  'me.look': ['How screens look', 'Вид экранов', 'Ekranlar koʻrinishi'],
  'me.zone': ['Time zone of the screens', 'Часовой пояс экранов', 'Ekranlarning vaqt mintaqasi'],
  'me.zoneText': [
    'Days of reports stay those of the business: {zone}.',
    'Дни в отчётах остаются днями бизнеса: {zone}.',
    'Hisobotlardagi kunlar biznes kunlari boʻlib qoladi: {zone}.',
  ],
  'me.businessZone': ['Of the business: {zone}', 'Бизнеса: {zone}', 'Biznesniki: {zone}'],
  'me.zoneNow': ['It is {time} there now.', 'Сейчас там {time}.', 'U yerda hozir {time}.'],
  'me.did.endSession': ['The session is ended', 'Сеанс завершён', 'Seans tugatildi'],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(meTexts);
