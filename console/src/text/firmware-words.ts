import type * as schema from '../api/generated/enums.ts';
import { addWords } from './enums.ts';
import type { Triple } from './triple.ts';

type Words<Value extends string> = Readonly<Record<Value, Triple>>;

const FirmwareLifecycle: Words<schema.FirmwareLifecycle> = {
  DRAFT: ['Draft', 'Черновик', 'Qoralama'],
  READY: ['Approved', 'Одобрен', 'Tasdiqlangan'],
  ROLLING_OUT: ['Rolling out', 'Раскатывается', 'Tarqatilmoqda'],
  PAUSED: ['Paused', 'Приостановлен', 'Toʻxtatib turilgan'],
  COMPLETED: ['Completed', 'Завершён', 'Tugallangan'],
  REVOKED: ['Revoked', 'Отозван', 'Qaytarib olingan'],
};

const ReleaseSource: Words<schema.ReleaseSource> = {
  PACKAGE: ['Signed package', 'Подписанный пакет', 'Imzolangan paket'],
  LEGACY: ['Image alone', 'Только образ', 'Faqat obraz'],
};

const FailureCode: Words<schema.FailureCode> = {
  BATTERY_LOW: ['Battery too low', 'Низкий заряд батареи', 'Batareya quvvati past'],
  BOOT_FAILED: ['The new firmware did not start', 'Прошивка не запустилась', 'Yangi proshivka ishga tushmadi'],
  DIGEST_MISMATCH: ['Wrong digest of the image', 'Не сошлась контрольная сумма', 'Obraz nazorat yigʻindisi mos emas'],
  DOWNLOAD_HTTP_4XX: [
    'The storage refused the download',
    'Хранилище отказало в загрузке',
    'Saqlagich yuklashni rad etdi',
  ],
  DOWNLOAD_NETWORK: ['The download broke off', 'Загрузка прервалась', 'Yuklab olish uzildi'],
  FLASH_WRITE: ['The flash could not be written', 'Не удалось записать во флеш', 'Flesh xotiraga yozilmadi'],
  HARDWARE_MISMATCH: ['Made for other hardware', 'Для другой платы', 'Boshqa apparat uchun'],
  NO_SPACE: ['The image does not fit', 'Образ не помещается', 'Obraz sigʻmaydi'],
  OTHER: ['Another cause', 'Другая причина', 'Boshqa sabab'],
  SECURITY_VERSION_TOO_LOW: ['Security version too low', 'Низкая версия безопасности', 'Xavfsizlik versiyasi past'],
  SELF_TEST_FAILED: ['Failed its own test', 'Не прошла самопроверку', 'Oʻz sinovidan oʻtmadi'],
  SIGNATURE_INVALID: ['The signature was not accepted', 'Подпись не принята', 'Imzo qabul qilinmadi'],
  SIZE_MISMATCH: ['Wrong size of the image', 'Не сошёлся размер', 'Obraz hajmi mos emas'],
  STALLED_DOWNLOADING: ['Silent during the download', 'Замолчало при загрузке', 'Yuklab olishda jim qoldi'],
  STALLED_INSTALLING: ['Silent while writing the image', 'Замолчало при записи', 'Yozish paytida jim qoldi'],
  STALLED_QUEUED: ['Silent after accepting the offer', 'Замолчало, приняв предложение', 'Taklifni olgach jim qoldi'],
  STALLED_REBOOTING: ['Silent during the restart', 'Замолчало при перезапуске', 'Qayta yuklanishda jim qoldi'],
  STALLED_TRANSFERRING: ['Silent during the transfer', 'Замолчало при передаче', 'Uzatish paytida jim qoldi'],
  STALLED_VALIDATING: ['Silent during its own test', 'Замолчало при самопроверке', 'Oʻzini sinashda jim qoldi'],
  STALLED_VERIFYING: ['Silent while checking the image', 'Замолчало при проверке', 'Tekshirishda jim qoldi'],
  UNKNOWN: ['Unknown cause', 'Причина неизвестна', 'Sababi nomaʼlum'],
  USER_CANCELLED: ['Stopped by the user', 'Остановил пользователь', 'Foydalanuvchi toʻxtatdi'],
  USER_CANCELLED_BY_OPERATOR: ['Interrupted by a colleague', 'Прервал сотрудник', 'Xodim uzib qoʻydi'],
};

const FailureSource: Words<schema.FailureSource> = {
  DEVICE: ['The device', 'Устройство', 'Qurilma'],
  OPERATOR: ['A colleague', 'Сотрудник', 'Xodim'],
  SERVER: ['Karvon itself', 'Сам Karvon', 'Karvonning oʻzi'],
};

const InstallationEventSource: Words<schema.InstallationEventSource> = {
  DEVICE: ['Report of the device', 'Отчёт устройства', 'Qurilma hisoboti'],
  HEARTBEAT: ['Heartbeat', 'Сигнал устройства', 'Qurilma signali'],
  OPERATOR: ['Colleague', 'Сотрудник', 'Xodim'],
  SERVER: ['Karvon itself', 'Сам Karvon', 'Karvonning oʻzi'],
};

const Verification: Words<schema.Verification> = {
  CONFIRMED: ['Confirmed by a heartbeat', 'Подтверждена сигналом', 'Signal tasdiqladi'],
  CONTRADICTED: ['Contradicted', 'Опровергнута', 'Inkor etildi'],
  UNVERIFIED: ['Not confirmed yet', 'Ещё не подтверждена', 'Hali tasdiqlanmagan'],
};

const ReconcileEvidence: Words<schema.ReconcileEvidence> = {
  HEARTBEAT: ['A heartbeat shows the release', 'Сигнал показывает релиз', 'Signal relizni koʻrsatdi'],
  OPERATOR_ATTESTED: ['The word of a colleague alone', 'Только слово сотрудника', 'Faqat xodimning soʻzi'],
};

const ClosedReason: Words<schema.ClosedReason> = {
  DEVICE_OUT_OF_SERVICE: ['Device out of service', 'Устройство выведено из работы', 'Qurilma xizmatdan chiqarilgan'],
  RELEASE_PAUSED: ['The rollout was paused', 'Раскатка приостановлена', 'Tarqatish toʻxtatib turildi'],
  RELEASE_REVOKED: ['The release was revoked', 'Релиз отозван', 'Reliz qaytarib olindi'],
  SUPERSEDED: ['Another release was offered', 'Предложен другой релиз', 'Boshqa reliz taklif qilindi'],
};

const InstallationOutcome: Words<schema.InstallationOutcome> = {
  CANCEL_LOST_RACE: [
    'The device had succeeded before it read the abort',
    'Устройство успело до отмены',
    'Qurilma bekor qilishdan oldin ulgurdi',
  ],
  CLOSED: ['The offer had been withdrawn', 'Предложение отозвано', 'Taklif qaytarib olingan'],
  CONFIRMED: ['The success is confirmed', 'Успех подтверждён', 'Muvaffaqiyat tasdiqlandi'],
  CONTRADICTED: [
    'A later report contradicts the success',
    'Поздний отчёт опроверг успех',
    'Keyingi hisobot inkor etdi',
  ],
  DUPLICATE: ['The same report again', 'Повтор отчёта', 'Hisobot takrori'],
  FAILED: ['The device reported a failure', 'Устройство сообщило об ошибке', 'Qurilma xato haqida xabar berdi'],
  FOLLOWED: ['A report of another attempt', 'Отчёт другой попытки', 'Boshqa urinish hisoboti'],
  IGNORED: ['A report that changes nothing', 'Отчёт ничего не меняет', 'Hisobot hech narsani oʻzgartirmaydi'],
  INSTALLATION_INTERRUPTED: [
    'Rejected: it was interrupted',
    'Отклонено: установка прервана',
    'Rad etildi: uzib qoʻyilgan',
  ],
  INSTALLATION_TERMINAL: ['Rejected: it had ended', 'Отклонено: уже завершена', 'Rad etildi: tugagan'],
  INTERRUPTED: ['Interrupted', 'Прервана', 'Uzib qoʻyildi'],
  MATCHED: ['A heartbeat shows the version', 'Сигнал показывает версию', 'Signal versiyani koʻrsatdi'],
  MOVED: ['Went on', 'Продвинулась', 'Oldinga siljidi'],
  OTHER: ['Something else', 'Другое', 'Boshqa'],
  OUT_OF_ORDER: ['A report out of order', 'Отчёт не по порядку', 'Tartibdan tashqari hisobot'],
  OUT_OF_SERVICE: ['The device is out of service', 'Устройство выведено из работы', 'Qurilma xizmatda emas'],
  RECONCILED: ['Reconciled', 'Признана успешной', 'Muvaffaqiyatli deb tan olindi'],
  REFRESHED: ['A sign of life', 'Признак жизни', 'Hayot belgisi'],
  RELEASE_REVOKED: [
    'Rejected: the release was revoked',
    'Отклонено: релиз отозван',
    'Rad etildi: reliz qaytarib olingan',
  ],
  REOPENED: ['Open again after its end', 'Снова открыта', 'Qayta ochildi'],
  RESTARTED: ['The device started over', 'Устройство начало заново', 'Qurilma qaytadan boshladi'],
  ROLLBACK_INFERRED: [
    'A heartbeat shows the old version',
    'Сигнал показал старую версию',
    'Signal eski versiyani koʻrsatdi',
  ],
  ROLLED_BACK: ['The device went back', 'Устройство откатилось', 'Qurilma orqaga qaytdi'],
  STALE: ['An older report than the last', 'Отчёт старее последнего', 'Oxirgisidan eski hisobot'],
  STALLED: ['Silent for too long', 'Слишком долгое молчание', 'Juda uzoq jimlik'],
  STUCK: ['Stuck', 'Зависла', 'Toʻxtab qolgan'],
  SUCCEEDED: [
    'The device reported success',
    'Устройство сообщило об успехе',
    'Qurilma muvaffaqiyat haqida xabar berdi',
  ],
  SUCCESS_INFERRED: [
    'Heartbeats show that it runs',
    'Сигналы показывают: работает',
    'Signallar ishlayotganini koʻrsatdi',
  ],
  VALIDATING_INFERRED: [
    'A heartbeat shows that the new firmware runs',
    'Сигнал показал новую прошивку',
    'Signal yangi proshivkani koʻrsatdi',
  ],
};

/** Sentences that the service stores: why it paused a rollout, and why it declared an installation failed. */
export const firmwareWords = {
  FirmwareLifecycle,
  ReleaseSource,
  FailureCode,
  FailureSource,
  InstallationEventSource,
  Verification,
  ReconcileEvidence,
  ClosedReason,
  InstallationOutcome,
} as const;

addWords(firmwareWords);
