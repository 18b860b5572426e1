import type { ErrorMessageId } from '../api/generated/enums.ts';

type Pair = readonly [ru: string, uz: string];

/** Sentences that say more than their code, in Russian and Uzbek: those of the screens that there are. Others have the text of their code. */
export const messageTexts: Readonly<Partial<Record<ErrorMessageId, Pair>>> = {
  INVALID_TRANSITION_FINAL: ['«{from}»: это окончательный статус.', '“{from}”: bu yakuniy holat.'],
  INVALID_TRANSITION_DEVICE_FINAL: [
    '«{from}»: это окончательный статус. Возьмите другое устройство.',
    '“{from}”: bu yakuniy holat. Boshqa qurilma oling.',
  ],
  INVALID_TRANSITION_ONLY_FROM: [
    'Из «{from}» в «{to}» нельзя: так переходят только {allowed}.',
    '“{from}” dan “{to}” ga oʻtib boʻlmaydi: faqat {allowed} oʻtadi.',
  ],
  INVALID_TRANSITION_OTHER_CAUSES: [
    'В «{to}» устройство переходит само, не вручную.',
    '“{to}” holatiga qurilma oʻzi oʻtadi, qoʻlda emas.',
  ],
  INVALID_TRANSITION_DEVICE_NEEDS_ENVELOPE: [
    'Устройству нужен новый конверт с секретом.',
    'Qurilmaga yangi sirli konvert kerak.',
  ],
  INVALID_TRANSITION_DEVICE_NEEDS_CODE: [
    'Устройству нужен новый код привязки: сбросьте привязку.',
    'Qurilmaga yangi biriktirish kodi kerak: biriktirishni bekor qiling.',
  ],
  INVALID_TRANSITION_DEVICE_NEEDS_BOTH: [
    'Устройству нужны новый конверт и новый код привязки.',
    'Qurilmaga yangi konvert va yangi biriktirish kodi kerak.',
  ],
  REVISION_CONFLICT_STALE: [
    'Запись уже изменили, её версия теперь {revision}. Показано новое состояние.',
    'Yozuv oʻzgartirilgan, versiyasi endi {revision}. Yangi holati koʻrsatildi.',
  ],
  RATE_LIMITED_WAIT: [
    'Слишком много запросов: подождите {seconds} с.',
    'Soʻrovlar juda koʻp: {seconds} soniya kuting.',
  ],
  INVALID_CREDENTIALS_SIGN_IN: ['Почта или пароль неверны.', 'Pochta yoki parol notoʻgʻri.'],
};
