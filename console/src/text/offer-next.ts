import type { OfferReason } from '../api/generated/enums.ts';
import type { Triple } from './triple.ts';

const NOTHING: Triple = ['There is nothing to do.', 'Делать ничего не нужно.', 'Hech narsa qilish shart emas.'];
const ITSELF: Triple = [
  'Wait: the device goes on by itself. If nothing changes for an hour, look at its installation below.',
  'Подождите: устройство продолжит само. Если за час ничего не изменится, откройте установку ниже.',
  'Kuting: qurilma oʻzi davom etadi. Bir soatda oʻzgarmasa, quyidagi oʻrnatishni oching.',
];
const NEW_RELEASE: Triple = [
  'It waits for another release. Make one for this hardware, model and channel.',
  'Нужен другой релиз: для этого железа, модели и канала.',
  'Boshqa reliz kerak: shu apparat, model va kanal uchun.',
];

/** What a person does next, so that the device gets the release. */
export const offerNext: Readonly<Record<OfferReason, Triple>> = {
  OFFERED: ITSELF,
  UP_TO_DATE: NOTHING,
  NO_RELEASE: NEW_RELEASE,
  NOT_IN_STAGE: [
    'Raise the percentage of the rollout, or wait until somebody does.',
    'Увеличьте долю раскатки или подождите, пока её увеличат.',
    'Tarqatish ulushini oshiring yoki oshirilishini kuting.',
  ],
  PAUSED: [
    'Open the release: it says why it is paused. Resume it, or revoke it and make another.',
    'Откройте релиз: там причина паузы. Продолжите его или отзовите и сделайте другой.',
    'Relizni oching: nega toʻxtatilgani yozilgan. Davom ettiring yoki bekor qilib, boshqasini qiling.',
  ],
  IN_PROGRESS: ITSELF,
  AWAITING_CONFIRMATION: [
    'Let the device send a heartbeat: it has to be switched on and online.',
    'Дождитесь сигнала: устройство должно быть включено и на связи.',
    'Signal kuting: qurilma yoqilgan va aloqada boʻlishi kerak.',
  ],
  FINISHING: ITSELF,
  RETRY_LATER: [
    'Wait for the next attempt; its time is at the installation below. Look at the cause if it fails again.',
    'Дождитесь следующей попытки: её время указано в установке ниже. Если снова ошибка, смотрите причину.',
    'Keyingi urinishni kuting: vaqti quyidagi oʻrnatishda. Yana xato boʻlsa, sababini koʻring.',
  ],
  ATTEMPTS_USED_UP: [
    'Look at the cause of the failures below. The device gets the next release.',
    'Посмотрите причину ошибок ниже. Устройство получит следующий релиз.',
    'Quyida xatolar sababini koʻring. Qurilma keyingi relizni oladi.',
  ],
  FAILED_FOR_GOOD: [
    'Look at the cause of the failure below, and mend it in the next release.',
    'Посмотрите причину ошибки ниже и исправьте её в следующем релизе.',
    'Quyida xato sababini koʻring va keyingi relizda tuzating.',
  ],
  ROLLED_BACK_HERE: NEW_RELEASE,
  DOWNLOADS_BUSY: [
    'Wait: the device asks again in some minutes.',
    'Подождите: устройство спросит снова через несколько минут.',
    'Kuting: qurilma bir necha daqiqada yana soʻraydi.',
  ],
  DEVICE_STATUS: [
    'Change the status of the device, above.',
    'Смените статус устройства, кнопка выше.',
    'Qurilma holatini oʻzgartiring, tugma yuqorida.',
  ],
  HARDWARE_MISMATCH: [
    'Compare the board with its registration: this may be another device with its secret.',
    'Сверьте плату с регистрацией: возможно, это другое устройство с её секретом.',
    'Platani roʻyxat bilan solishtiring: bu uning siri bilan boshqa qurilma boʻlishi mumkin.',
  ],
  OTHER_MODEL: NEW_RELEASE,
  CHANNEL_NOT_ALLOWED: NEW_RELEASE,
  KEYS_REVOKED: [
    'Sign the firmware with a valid key and upload it as a new release.',
    'Подпишите прошивку действующим ключом и загрузите новым релизом.',
    'Proshivkani amaldagi kalit bilan imzolab, yangi reliz qilib yuklang.',
  ],
  MIN_APP_VERSION: [
    'Let the owner update the app, then the device asks again.',
    'Пусть владелец обновит приложение: тогда устройство спросит снова.',
    'Egasi ilovani yangilasin: keyin qurilma yana soʻraydi.',
  ],
  MIN_FROM_VERSION: [
    'Roll out a release between: one that this firmware can update to.',
    'Раскатайте промежуточный релиз, доступный этой прошивке.',
    'Oraliq reliz tarqating: shu proshivka oʻta oladigan.',
  ],
  SECURITY_VERSION_TOO_LOW: [
    'Make a release with the security version of the device, or a higher one.',
    'Сделайте релиз с версией безопасности не ниже, чем у устройства.',
    'Xavfsizlik versiyasi qurilmanikidan past boʻlmagan reliz qiling.',
  ],
};
