import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

export const serviceAccountTexts = {
  'script.name': ['Name', 'Название', 'Nomi'],
  'script.nameText': [
    'What it is for, like “Nightly export”. The audit log shows it.',
    'Для чего он, например «Ночная выгрузка». Виден в журнале.',
    'Nima uchunligi, masalan “Tungi eksport”. Jurnalda koʻrinadi.',
  ],
  'script.role': ['Role', 'Роль', 'Roli'],
  'script.roleText': [
    'It may do what this role and your own both allow.',
    'Может то, что разрешают и эта роль, и ваша.',
    'Shu rol va sizning rolingiz ikkalasi ruxsat berganini qila oladi.',
  ],
  'script.status': ['Status', 'Статус', 'Holati'],
  'script.owner': ['Owner', 'Владелец', 'Egasi'],
  'script.lastUsedAt': ['Last used', 'Использован', 'Oxirgi ishlatilgan'],
  'script.never': ['Never', 'Ни разу', 'Hech qachon'],
  'script.expiresAt': ['Expires', 'Истекает', 'Muddati'],
  'script.expiresText': [
    'At most a year from now; the whole day still counts.',
    'Не позже чем через год; этот день ещё действует.',
    'Bir yildan oshmasin; shu kunning oʻzi ham hisobga kiradi.',
  ],
  'script.createdAt': ['Created', 'Создан', 'Yaratilgan'],
  'script.revokedAt': ['Revoked', 'Отозван', 'Qaytarib olingan'],
  'script.revokedBy': ['Revoked by', 'Кем отозван', 'Kim qaytarib olgan'],
  'script.facts': ['Facts', 'Сведения', 'Maʼlumotlar'],
  'script.deeds': ['Recent changes by it', 'Недавние изменения', 'Soʻnggi oʻzgarishlari'],
  'script.noDeeds': ['Has changed nothing yet.', 'Пока ничего не менял.', 'Hali hech narsani oʻzgartirmagan.'],
  'script.empty': ['No service accounts yet', 'Сервисных аккаунтов нет', 'Hali xizmat hisobi yoʻq'],
  'script.emptyText': [
    'A service account is a token with which a script calls Karvon in your name. Create one when a script needs it.',
    'Сервисный аккаунт: это токен, с которым скрипт обращается к Karvon от вашего имени. Создайте его для скрипта.',
    'Xizmat hisobi skript Karvonga sizning nomingizdan murojaat qiladigan tokendir. Skript uchun yarating.',
  ],
  'script.create': ['Create a service account', 'Создать сервисный аккаунт', 'Xizmat hisobi yaratish'],
  'script.revoke': ['Revoke', 'Отозвать', 'Qaytarib olish'],
  'script.revokeText': [
    'The token stops at once and for good; scripts that use it fail with their next call. To rotate a token, create the new account first, change the scripts, then revoke this one.',
    'Токен перестанет действовать сразу и навсегда; скрипты с ним получат отказ. Чтобы сменить токен, сначала создайте новый аккаунт, переведите скрипты, затем отзовите этот.',
    'Token darhol va butunlay toʻxtaydi; u bilan ishlaydigan skriptlar rad etiladi. Tokenni almashtirish uchun avval yangi hisob yarating, skriptlarni oʻtkazing, keyin bunisini bekor qiling.',
  ],
  'script.token': ['The token', 'Токен', 'Token'],
  'script.tokenText': [
    'Put it where the script reads it now: it is not shown again. The script sends it as “Authorization: Bearer”.',
    'Сохраните его для скрипта сейчас: больше он не появится. Скрипт передаёт его как «Authorization: Bearer».',
    'Uni hozir skript oʻqiydigan joyga qoʻying: qayta koʻrsatilmaydi. Skript uni “Authorization: Bearer” deb yuboradi.',
  ],
  'script.noted': ['I have noted the token', 'Токен записан', 'Tokenni yozib oldim'],
  'script.did.revoke': [
    'The service account {name} is revoked',
    'Сервисный аккаунт {name} отозван',
    '{name} xizmat hisobi qaytarib olindi',
  ],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(serviceAccountTexts);
