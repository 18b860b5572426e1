import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

/** The texts of the form that changes a record. */
export const editTexts = {
  'money.whole': [
    'An amount in digits, like 1 500 000: whole units, no fraction, no minus.',
    'Сумма цифрами, например 1 500 000: целые единицы, без дробей и минуса.',
    'Summa raqam bilan, masalan 1 500 000: butun birlik, kasrsiz va minussiz.',
  ],
  'edit.whole': ['A whole number.', 'Целое число.', 'Butun son.'],
  'edit.noPhone': ['This is no phone number.', 'Это не номер телефона.', 'Bu telefon raqami emas.'],
  'edit.undo': ['Discard changes', 'Отменить изменения', 'Oʻzgarishlarni bekor qilish'],
  'edit.changed': [
    'Somebody else changed this record while you were typing.',
    'Пока вы печатали, запись изменил кто-то ещё.',
    'Siz yozayotganda bu yozuvni boshqa kishi oʻzgartirdi.',
  ],
  'edit.changedBy': [
    '{name} changed this record while you were typing.',
    'Пока вы печатали, запись изменил(а) {name}.',
    'Siz yozayotganda bu yozuvni {name} oʻzgartirdi.',
  ],
  'edit.savedMeanwhile': [
    'Somebody else has saved other values meanwhile. What you typed stays; Save puts both together.',
    'Тем временем кто-то сохранил другие значения. Введённое вами останется; при сохранении они объединятся.',
    'Shu orada boshqa kishi boshqa qiymatlarni saqladi. Siz yozganlar qoladi; saqlanganda ular birlashtiriladi.',
  ],
  'edit.choose': [
    'You both changed the same field. Choose what stays, then save.',
    'Вы оба изменили одно и то же поле. Выберите, что оставить, и сохраните.',
    'Ikkovingiz bir maydonni oʻzgartirdingiz. Qaysi biri qolishini tanlab, saqlang.',
  ],
  'edit.choice': ['{name}: what stays?', '{name}: что оставить?', '{name}: qaysi biri qolsin?'],
  'edit.chooseOne': ['Choose one of the two.', 'Выберите одно из двух.', 'Ikkisidan birini tanlang.'],
  'edit.mine': ['Yours', 'Ваше', 'Sizniki'],
  'edit.theirs': ['Theirs', 'Коллеги', 'Ularniki'],
  'edit.unsaved': ['not saved yet', 'ещё не сохранено', 'hali saqlanmagan'],
  'edit.savedThen': ['saved {time}', 'сохранено {time}', 'saqlangan {time}'],
  'edit.before': ['Before', 'Раньше', 'Avval'],
  'edit.nothing': ['(empty)', '(пусто)', '(boʻsh)'],
  'edit.taken': [
    'Their changes are kept: {names}.',
    'Их изменения сохранены: {names}.',
    'Ularning oʻzgarishlari saqlandi: {names}.',
  ],
  'edit.overtaken': [
    '“{name}” was saved elsewhere meanwhile. Nothing of yours is saved yet.',
    '«{name}» тем временем сохранили в другом месте. Ваше ещё не сохранено.',
    '“{name}” shu orada boshqa joyda saqlandi. Sizniki hali saqlanmagan.',
  ],
  'edit.openTheirs': ['Open what was saved', 'Открыть сохранённое', 'Saqlanganini ochish'],
  'edit.saveOver': ['Save mine over it', 'Сохранить моё поверх', 'Ustiga menikini saqlash'],
  'edit.saved': ['Saved', 'Сохранено', 'Saqlandi'],
  'edit.leave': ['Leave without saving?', 'Выйти без сохранения?', 'Saqlamay chiqasizmi?'],
  'edit.leaveText': [
    'What you have typed is not saved and would be lost.',
    'Введённое не сохранено и пропадёт.',
    'Kiritganlaringiz saqlanmagan va yoʻqoladi.',
  ],
  'edit.stay': ['Keep editing', 'Продолжить', 'Tahrirni davom ettirish'],
  'edit.discard': ['Discard', 'Не сохранять', 'Tashlab ketish'],
  'edit.typeName': ['Type {name} to confirm', 'Введите {name} для подтверждения', 'Tasdiqlash uchun {name} deb yozing'],
  'edit.typeNameWrong': [
    'Type it exactly as it is written.',
    'Введите точно так, как написано.',
    'Aynan yozilganidek kiriting.',
  ],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(editTexts);
