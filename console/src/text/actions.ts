import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

/** The texts of actions and of what they did. */
export const actionTexts = {
  'action.more': ['Actions', 'Действия', 'Amallar'],
  'action.setStatus': ['Change the status', 'Сменить статус', 'Holatni oʻzgartirish'],
  'action.setStatusTo': ['New status', 'Новый статус', 'Yangi holat'],
  'action.transfer': ['Transfer to another owner', 'Передать другому владельцу', 'Boshqa egaga oʻtkazish'],
  'action.transferEmail': ['E-mail of the new owner', 'Почта нового владельца', 'Yangi egasining pochtasi'],
  'action.transferName': ['Name, if the owner is new', 'Имя, если владелец новый', 'Ismi, agar egasi yangi boʻlsa'],
  'action.resetClaim': ['Reset the claim', 'Сбросить привязку', 'Biriktirishni bekor qilish'],
  'action.resetClaimText': [
    'The owner and all paired apps lose the device. You get a new claim code, which is shown once.',
    'Владелец и приложения потеряют устройство. Вы получите новый код привязки; он показывается один раз.',
    'Egasi va ilovalar qurilmani yoʻqotadi. Yangi biriktirish kodi bir marta koʻrsatiladi.',
  ],
  'action.newCode': ['The new claim code', 'Новый код привязки', 'Yangi biriktirish kodi'],
  'action.newCodeText': [
    'Give it to the owner or print it now: it is not shown again.',
    'Передайте его владельцу или запишите: больше он не появится.',
    'Uni egasiga bering yoki yozib oling: qayta koʻrsatilmaydi.',
  ],
  'action.noted': ['I have noted the code', 'Код записан', 'Kodni yozib oldim'],
  'action.reason': ['Reason', 'Причина', 'Sababi'],
  'action.reasonText': ['It stays in the history.', 'Останется в истории.', 'Tarixda qoladi.'],
  'action.tooShort': [
    'At least {n} {n|character|characters}.',
    'Не короче {n} {n|символа|символов|символов}.',
    'Kamida {n} ta belgi.',
  ],
  'action.tooLong': [
    'At most {n} {n|character|characters}.',
    'Не длиннее {n} {n|символа|символов|символов}.',
    'Koʻpi bilan {n} ta belgi.',
  ],
  'action.done': ['Done', 'Готово', 'Bajarildi'],
  'action.did.status': ['The status of {name} is changed', 'Статус изменён: {name}', 'Holati oʻzgartirildi: {name}'],
  'action.conflict': [
    'Somebody changed this record while the form was open. The page behind shows its new state.',
    'Запись изменили, пока форма была открыта. На странице за ней её новое состояние.',
    'Shakl ochiq turganda yozuv oʻzgartirildi. Orqadagi sahifada yangi holati koʻrsatilgan.',
  ],
  'action.goOn': ['Go on from the new state', 'Продолжить с новым состоянием', 'Yangi holatdan davom etish'],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(actionTexts);
