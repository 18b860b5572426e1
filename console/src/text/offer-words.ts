import type { OfferReason as Reason } from '../api/generated/enums.ts';
import { addWords } from './enums.ts';
import type { Triple } from './triple.ts';

/** What happened to an update after the device had asked for it. */
export type Since =
  | 'BRICKED'
  | 'CLOSED'
  | 'FAILED'
  | 'INSTALLED'
  | 'INTERRUPTED'
  | 'OFFLINE'
  | 'RESUMED'
  | 'REVOKED'
  | 'SILENT'
  | 'STUCK'
  | 'UNBEGUN'
  | 'WITHDRAWN';

/** Why a device was offered what it was, or nothing: as it is said to its owner. */
const OfferReason: Readonly<Record<Reason, Triple>> = {
  OFFERED: [
    'The update was offered to the device, which begins by itself.',
    'Обновление предложено устройству, оно начнёт само.',
    'Yangilanish qurilmaga taklif qilindi, u oʻzi boshlaydi.',
  ],
  UP_TO_DATE: [
    'The device already has the newest firmware that there is for it.',
    'На устройстве уже самая новая прошивка из подходящих.',
    'Qurilmada unga mos eng yangi proshivka bor.',
  ],
  NO_RELEASE: [
    'There is no update for this hardware yet.',
    'Для этого варианта устройства обновления пока нет.',
    'Bu turdagi qurilma uchun hozircha yangilanish yoʻq.',
  ],
  NOT_IN_STAGE: [
    'The update goes out in stages, and this device’s turn has not come yet.',
    'Обновление выходит по частям, и очередь этого устройства ещё не пришла.',
    'Yangilanish bosqichma-bosqich tarqatilmoqda, bu qurilmaga navbat hali kelmagan.',
  ],
  PAUSED: [
    'The update is paused for now.',
    'Обновление пока приостановлено.',
    'Yangilanish hozircha toʻxtatib turilgan.',
  ],
  IN_PROGRESS: [
    'The device is installing the update.',
    'Устройство устанавливает обновление.',
    'Qurilma yangilanishni oʻrnatmoqda.',
  ],
  AWAITING_CONFIRMATION: [
    'The device says that it has updated; its next signal will confirm that.',
    'Устройство сообщило, что обновилось; следующий сигнал это подтвердит.',
    'Qurilma yangilanganini bildirdi; keyingi signal buni tasdiqlaydi.',
  ],
  FINISHING: [
    'The new firmware is running; the device has still to report the end.',
    'Новая прошивка уже работает; осталось сообщение о завершении.',
    'Yangi proshivka ishlamoqda; faqat yakun xabari qoldi.',
  ],
  RETRY_LATER: [
    'The update did not succeed; the device will try again by itself.',
    'Обновиться не получилось; устройство попробует снова само.',
    'Yangilanish xato bilan tugadi; qurilma oʻzi yana urinadi.',
  ],
  ATTEMPTS_USED_UP: [
    'The update failed several times and is not tried again.',
    'Обновление несколько раз не удалось и больше не повторяется.',
    'Yangilanish bir necha marta xato bilan tugadi va endi takrorlanmaydi.',
  ],
  FAILED_FOR_GOOD: [
    'The update failed, and another attempt would end the same way.',
    'Обновление не удалось, и повтор закончится тем же.',
    'Yangilanish xato bilan tugadi, takrorlash ham shunday tugaydi.',
  ],
  ROLLED_BACK_HERE: [
    'The new firmware did not work here, so the device went back to the one before.',
    'Новая прошивка здесь не заработала, и устройство вернулось к прежней.',
    'Yangi proshivka bu yerda ishlamadi, qurilma avvalgisiga qaytdi.',
  ],
  DOWNLOADS_BUSY: [
    'Many devices are downloading at the moment, and this one waits for its turn.',
    'Сейчас обновление загружают многие устройства, это ждёт своей очереди.',
    'Hozir koʻp qurilma yuklab olmoqda, bunisi navbat kutmoqda.',
  ],
  DEVICE_STATUS: [
    'A device in this status gets no updates.',
    'В таком статусе устройство не получает обновлений.',
    'Bu holatdagi qurilma yangilanish olmaydi.',
  ],
  HARDWARE_MISMATCH: [
    'The device reports another hardware than the one it is registered with.',
    'Устройство называет не ту плату, с которой зарегистрировано.',
    'Qurilma roʻyxatdagidan boshqa platani aytmoqda.',
  ],
  OTHER_MODEL: ['The update is for another model.', 'Обновление для другой модели.', 'Yangilanish boshqa model uchun.'],
  CHANNEL_NOT_ALLOWED: [
    'The newest release is for devices on another channel.',
    'Новейший релиз — для устройств на другом канале.',
    'Eng yangi reliz boshqa kanaldagi qurilmalar uchun.',
  ],
  MIN_APP_VERSION: [
    'The app on the owner’s phone has to be updated first.',
    'Сначала нужно обновить приложение в телефоне владельца.',
    'Avval egasining telefonidagi ilovani yangilash kerak.',
  ],
  MIN_FROM_VERSION: [
    'The firmware is too old to get this update in one step.',
    'Прошивка слишком старая, чтобы обновиться за один шаг.',
    'Proshivka bir qadamda yangilash uchun juda eski.',
  ],
  SECURITY_VERSION_TOO_LOW: [
    'The update is less secure than what the device has run already.',
    'Обновление менее защищено, чем то, что уже работало на устройстве.',
    'Yangilanish qurilmada ishlaganidan kamroq himoyalangan.',
  ],
  KEYS_REVOKED: [
    'The signature of the update is not trusted any more.',
    'Подписи этого обновления больше не доверяют.',
    'Bu yangilanish imzosiga endi ishonilmaydi.',
  ],
};

/** How the update of a device stands: the reason of the last offer, or what has happened since. */
export const standingWords: Readonly<Record<Reason | Since, Triple>> = {
  ...OfferReason,
  BRICKED: [
    'The device began to write the update and has sent nothing since {at}: it may not start any more.',
    'Устройство начало запись обновления и молчит с {at}: возможно, оно больше не включается.',
    'Qurilma yangilanishni yoza boshladi va {at} dan beri jim: u endi yonmasligi mumkin.',
  ],
  CLOSED: [
    'The rollout was completed before this device’s turn came.',
    'Раскатку завершили до того, как дошла очередь этого устройства.',
    'Tarqatish bu qurilmaga navbat kelmasdan tugallandi.',
  ],
  FAILED: [
    'The update failed on this device.',
    'На этом устройстве обновление не удалось.',
    'Bu qurilmada yangilanish xato bilan tugadi.',
  ],
  INSTALLED: [
    'The device has installed the update.',
    'Устройство установило обновление.',
    'Qurilma yangilanishni oʻrnatdi.',
  ],
  INTERRUPTED: [
    'A colleague interrupted the update on this device.',
    'Обновление на этом устройстве прервал сотрудник.',
    'Bu qurilmada yangilanishni xodim uzib qoʻydi.',
  ],
  OFFLINE: [
    'The device is switched off or has no network: it last sent a signal {at}. The update waits for it.',
    'Устройство выключено или без сети: последний сигнал {at}. Обновление его ждёт.',
    'Qurilma oʻchiq yoki tarmoqsiz: oxirgi signal {at}. Yangilanish uni kutmoqda.',
  ],
  RESUMED: [
    'The update was paused when the device last asked. It goes on again.',
    'Когда устройство спрашивало, обновление было приостановлено. Теперь оно снова идёт.',
    'Qurilma soʻraganda yangilanish toʻxtatib turilgan edi. Endi u yana davom etmoqda.',
  ],
  REVOKED: [
    'The release was revoked: the device does not get it.',
    'Релиз отозван: устройство его не получит.',
    'Reliz qaytarib olingan: qurilma uni olmaydi.',
  ],
  SILENT: [
    'The device reports nothing about the update. It may have been switched off for a while.',
    'Устройство ничего не сообщает об обновлении. Возможно, его на время выключали.',
    'Qurilma yangilanish haqida xabar bermayapti. U bir muddat oʻchirilgan boʻlishi mumkin.',
  ],
  STUCK: [
    'The update is stuck on this device.',
    'Обновление на этом устройстве зависло.',
    'Bu qurilmada yangilanish toʻxtab qolgan.',
  ],
  UNBEGUN: [
    'The update was offered {at}, and the device has not begun it.',
    'Обновление предложено {at}, но устройство его не начало.',
    'Yangilanish {at} taklif qilingan, lekin qurilma uni boshlamagan.',
  ],
  WITHDRAWN: [
    'The offer was withdrawn before the device began.',
    'Предложение отозвали до того, как устройство начало.',
    'Qurilma boshlashidan oldin taklif qaytarib olindi.',
  ],
};

/** Of an update without progress. The service looks for them from time to time, so that it finds one later than it stopped. */
export const stuckWords: Triple = [
  'No report on the update since {report}; noticed {found}.',
  'Отчётов об обновлении нет с {report}; замечено {found}.',
  'Yangilanish haqida {report} dan beri hisobot yoʻq; {found} da aniqlandi.',
];

/** Of a device that is off while the update waits for something else. */
export const offWords: Triple = [
  'The device is switched off or has no network: it last sent a signal {at}.',
  'Устройство выключено или без сети: последний сигнал {at}.',
  'Qurilma oʻchiq yoki tarmoqsiz: oxirgi signal {at}.',
];

export const offerWords = { OfferReason } as const;

addWords(offerWords);
