import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

export const signInOverTexts = {
  'signIn.over': ['Your session has ended', 'Сеанс завершён', 'Seans tugadi'],
  'signIn.overText': [
    'Sign in again to go on. What you have typed is kept for you, and for nobody else who signs in here.',
    'Войдите снова, чтобы продолжить. Введённое сохранено для вас; если войдёт другой, оно исчезнет.',
    'Davom etish uchun qayta kiring. Kiritganlaringiz siz uchun saqlanadi; boshqa odam kirsa, oʻchadi.',
  ],
  'signIn.early': [
    'It was ended before its time: an administrator ended it or changed your access, or you did so in another browser.',
    'Его завершили досрочно: администратор завершил его или изменил ваш доступ, либо вы сделали это в другом браузере.',
    'U muddatidan oldin tugatildi: administrator uni tugatgan yoki ruxsatingizni oʻzgartirgan, yoki oʻzingiz boshqa brauzerda.',
  ],
  'signIn.left': ['You have signed out in another tab', 'Вы вышли в другой вкладке', 'Siz boshqa varaqda chiqdingiz'],
  'signIn.leave': ['Leave this page', 'Покинуть страницу', 'Sahifadan chiqish'],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(signInOverTexts);
