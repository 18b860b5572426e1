import type { OfferReason } from '../api/generated/enums.ts';
import type { Since } from './offer-words.ts';
import type { Triple } from './triple.ts';

const NOTHING: Triple = ['There is nothing to do.', 'Делать ничего не нужно.', 'Hech narsa qilish shart emas.'];
const ITSELF: Triple = [
  'Keep it switched on and online: it goes on by itself. If nothing changes for an hour, ask the owner to restart it.',
  'Пусть оно будет включено и на связи: дальше всё само. Если за час ничего не изменится, попросите владельца перезапустить его.',
  'U yoqilgan va aloqada tursin: oʻzi davom etadi. Bir soatda oʻzgarmasa, egasidan uni qayta yoqishni soʻrang.',
];
const NEW_RELEASE: Triple = [
  'It gets the next release for its hardware, model and channel. A firmware manager knows when that comes.',
  'Оно получит следующий релиз для своей платы, модели и канала. Когда он будет, знает менеджер прошивок.',
  'U oʻz platasi, modeli va kanali uchun keyingi relizni oladi. Qachonligini proshivka menejeri biladi.',
];
const ASKS: Triple = [
  'Keep it switched on and online: it asks again by itself, within six hours.',
  'Пусть оно будет включено и на связи: в течение шести часов спросит снова само.',
  'U yoqilgan va aloqada tursin: olti soat ichida oʻzi yana soʻraydi.',
];
const CAUSE: Triple = [
  'The cause stands at the installation. The device gets the next release.',
  'Причина указана в установке. Устройство получит следующий релиз.',
  'Sababi oʻrnatish sahifasida. Qurilma keyingi relizni oladi.',
];

/** What a person does next, so that the device gets the release. */
export const offerNext: Readonly<Record<OfferReason | Since, Triple>> = {
  OFFERED: ITSELF,
  UP_TO_DATE: NOTHING,
  NO_RELEASE: NEW_RELEASE,
  NOT_IN_STAGE: [
    'It comes by itself as the percentage of the release is raised. If it is urgent, a firmware manager or an admin raises it on the page of the release.',
    'Оно придёт само, когда долю релиза увеличат. Если срочно, её увеличит менеджер прошивок или администратор на странице релиза.',
    'Reliz ulushi oshirilganda oʻzi keladi. Shoshilinch boʻlsa, uni proshivka menejeri yoki administrator reliz sahifasida oshiradi.',
  ],
  PAUSED: [
    'The page of the release says who paused its rollout, or why Karvon did. It goes on when the rollout is resumed, or with the next release.',
    'На странице релиза указано, кто приостановил раскатку или почему это сделал Karvon. Всё продолжится вместе с ней или со следующим релизом.',
    'Tarqatishni kim toʻxtatib turgani yoki Karvon buni nega qilgani reliz sahifasida. U davom ettirilganda yoki keyingi reliz bilan davom etadi.',
  ],
  IN_PROGRESS: ITSELF,
  AWAITING_CONFIRMATION: [
    'Keep it switched on and online until it sends a signal.',
    'Пусть оно будет включено и на связи, пока не пришлёт сигнал.',
    'Signal yuborguncha u yoqilgan va aloqada tursin.',
  ],
  FINISHING: ITSELF,
  RETRY_LATER: [
    'Wait: the time of the next attempt stands at the installation, with the cause.',
    'Подождите: время следующей попытки и причина указаны в установке.',
    'Kuting: keyingi urinish vaqti va sababi oʻrnatish sahifasida.',
  ],
  ATTEMPTS_USED_UP: CAUSE,
  FAILED_FOR_GOOD: CAUSE,
  ROLLED_BACK_HERE: CAUSE,
  DOWNLOADS_BUSY: [
    'Wait: the device asks again in some minutes.',
    'Подождите: устройство спросит снова через несколько минут.',
    'Kuting: qurilma bir necha daqiqada yana soʻraydi.',
  ],
  DEVICE_STATUS: [
    'If it is to get updates again, change the status of the device.',
    'Если оно снова должно обновляться, смените статус устройства.',
    'Yana yangilanishi kerak boʻlsa, qurilmaning holatini oʻzgartiring.',
  ],
  HARDWARE_MISMATCH: [
    'Compare the board with its registration: this may be another device with its secret.',
    'Сверьте плату с регистрацией: возможно, это другое устройство с её секретом.',
    'Platani roʻyxat bilan solishtiring: bu uning siri bilan boshqa qurilma boʻlishi mumkin.',
  ],
  OTHER_MODEL: NEW_RELEASE,
  CHANNEL_NOT_ALLOWED: NEW_RELEASE,
  KEYS_REVOKED: [
    'The firmware has to be signed with a valid key and uploaded as a new release.',
    'Прошивку нужно подписать действующим ключом и загрузить новым релизом.',
    'Proshivka amaldagi kalit bilan imzolanib, yangi reliz qilib yuklanishi kerak.',
  ],
  MIN_APP_VERSION: [
    'Ask the owner to update the app: then the device asks again.',
    'Попросите владельца обновить приложение: тогда устройство спросит снова.',
    'Egasidan ilovani yangilashni soʻrang: keyin qurilma yana soʻraydi.',
  ],
  MIN_FROM_VERSION: [
    'It needs a release between: one that this firmware can update to.',
    'Нужен промежуточный релиз, доступный этой прошивке.',
    'Oraliq reliz kerak: shu proshivka oʻta oladigan.',
  ],
  SECURITY_VERSION_TOO_LOW: [
    'It needs a release with the security version of the device, or a higher one.',
    'Нужен релиз с версией безопасности не ниже, чем у устройства.',
    'Xavfsizlik versiyasi qurilmanikidan past boʻlmagan reliz kerak.',
  ],
  BRICKED: [
    'Ask the owner to unplug it for ten seconds and plug it in again. If it stays silent, it has to come in for repair.',
    'Попросите владельца отключить его от сети на десять секунд и включить снова. Если молчит, нужен ремонт.',
    'Egasidan uni oʻn soniyaga tokdan uzib, qayta ulashni soʻrang. Jim qolsa, taʼmirlash kerak.',
  ],
  CLOSED: NEW_RELEASE,
  FAILED: [
    'The cause stands at the installation. When the device asks again, it is told whether to try once more.',
    'Причина указана в установке. Когда устройство спросит снова, оно узнает, пробовать ли ещё раз.',
    'Sababi oʻrnatish sahifasida. Qurilma yana soʻraganda, takror urinish kerakligini biladi.',
  ],
  INSTALLED: NOTHING,
  INTERRUPTED: NEW_RELEASE,
  OFFLINE: [
    'Ask the owner to switch it on and to check its Wi-Fi: the update goes on by itself.',
    'Попросите владельца включить его и проверить Wi-Fi: обновление продолжится само.',
    'Egasidan uni yoqib, Wi-Fi ni tekshirishni soʻrang: yangilanish oʻzi davom etadi.',
  ],
  RESUMED: ASKS,
  REVOKED: NEW_RELEASE,
  SILENT: [
    'Ask the owner to keep it switched on and online, and to restart it once: the update goes on by itself.',
    'Попросите владельца не выключать его, держать на связи и один раз перезапустить: обновление продолжится само.',
    'Egasidan uni oʻchirmaslikni, aloqada tutishni va bir marta qayta yoqishni soʻrang: yangilanish oʻzi davom etadi.',
  ],
  STUCK: [
    'Ask the owner to unplug it for ten seconds and plug it in again. If nothing changes within an hour, ask a firmware manager to interrupt the installation: the device then gets the next release.',
    'Попросите владельца отключить его от сети на десять секунд и включить снова. Если за час ничего не изменится, попросите менеджера прошивок прервать установку: тогда устройство получит следующий релиз.',
    'Egasidan uni oʻn soniyaga tokdan uzib, qayta ulashni soʻrang. Bir soatda oʻzgarmasa, proshivka menejeridan oʻrnatishni uzib qoʻyishni soʻrang: shunda qurilma keyingi relizni oladi.',
  ],
  UNBEGUN: [
    'Ask the owner to restart it once and to keep it online: it then asks again by itself. If it still does not begin, those who make releases have to know.',
    'Попросите владельца один раз перезапустить его и держать на связи: оно само спросит снова. Если и тогда не начнёт, сообщите тем, кто делает релизы.',
    'Egasidan uni bir marta qayta yoqib, aloqada tutishni soʻrang: u oʻzi yana soʻraydi. Shunda ham boshlamasa, reliz qiluvchilarga xabar bering.',
  ],
  WITHDRAWN: ASKS,
};
