import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

/** What stations, boards and labels need. */
export const provisioningTexts = {
  'envelope.do': ['Issue a provisioning envelope', 'Выдать конверт с новым секретом', 'Yangi sir konvertini berish'],
  'envelope.warning': [
    'The envelope carries a new secret to the provisioning station, which writes it to the board. The old secret works until the device has proved the new one.',
    'Конверт несёт новый секрет станции выпуска, а она записывает его в плату. Старый секрет действует, пока устройство не подтвердит новый.',
    'Konvert yangi sirni chiqarish stansiyasiga yetkazadi, stansiya uni plataga yozadi. Qurilma yangi sirni isbotlaguncha eskisi ishlaydi.',
  ],
  'envelope.serial': ['Serial on the board', 'Номер на плате', 'Platadagi raqam'],
  'envelope.serialText': [
    'Scan or type it: an envelope for another device is refused.',
    'Отсканируйте или введите: конверт для другого устройства не выдаётся.',
    'Skanerlang yoki yozing: boshqa qurilma uchun konvert berilmaydi.',
  ],
  'envelope.key': ['Public key of the station', 'Открытый ключ станции', 'Stansiyaning ochiq kaliti'],
  'envelope.keyText': [
    'RSA as PEM, 2048 to 8192 bits.',
    'RSA в виде PEM, от 2048 до 8192 бит.',
    'RSA, PEM, 2048–8192 bit.',
  ],
  'envelope.title': ['The envelope', 'Конверт', 'Konvert'],
  'envelope.text': [
    'Only the station with this key can open it. It is for {name}, and is not shown again.',
    'Открыть его может только станция с этим ключом. Он для {name} и больше не появится.',
    'Uni faqat shu kalitli stansiya ocha oladi. {name} uchun; qayta koʻrsatilmaydi.',
  ],
  'envelope.noted': ['I have copied the envelope', 'Конверт скопирован', 'Konvertni nusxaladim'],
  'grant.do': [
    'Issue a maintenance grant',
    'Разрешить плате стать устройством',
    'Plataga qurilma boʻlishga ruxsat berish',
  ],
  'grant.warning': [
    'For a board that lost its identity. If it runs this release, it may take the identity of one device, once and within 15 minutes. It cannot be taken back.',
    'Для платы, которая потеряла свои данные. Если на ней этот релиз, она сможет один раз, в течение 15 минут, стать одним устройством. Отменить нельзя.',
    'Oʻz maʼlumotlarini yoʻqotgan plata uchun. Unda shu reliz boʻlsa, u 15 daqiqa ichida bir marta bitta qurilma oʻrnini olishi mumkin. Bekor qilib boʻlmaydi.',
  ],
  'grant.serial': ['Serial of the device', 'Номер устройства', 'Qurilma raqami'],
  'grant.serialText': [
    'The device whose identity the board takes.',
    'Устройство, которым станет плата.',
    'Plata oʻrnini oladigan qurilma.',
  ],
  'grant.mac': ['MAC address of the board', 'MAC-адрес платы', 'Plataning MAC manzili'],
  'grant.macText': ['Such as a0:b1:c2:d3:e4:f5.', 'Например, a0:b1:c2:d3:e4:f5.', 'Masalan, a0:b1:c2:d3:e4:f5.'],
  'grant.title': ['The grant', 'Разрешение', 'Ruxsat'],
  'grant.text': [
    'Give it to the board within 15 minutes. It is for {name}, and is not shown again.',
    'Передайте его плате за 15 минут. Оно для {name} и больше не появится.',
    'Uni 15 daqiqa ichida plataga bering. {name} uchun; qayta koʻrsatilmaydi.',
  ],
  'grant.noted': ['I have copied the grant', 'Разрешение скопировано', 'Ruxsatni nusxaladim'],
  'claimCode.empty': ['No claim codes yet', 'Кодов пока нет', 'Hali kod yoʻq'],
  'claimCode.emptyText': [
    'Each device of a batch that is provisioned gets one. The code itself is shown only then.',
    'Его получает каждое устройство, когда оно создаётся в партии. Сам код показывается только тогда.',
    'Partiyada yaratilgan har bir qurilma bittadan oladi. Kodning oʻzi faqat oʻshanda koʻrsatiladi.',
  ],
  'claimCode.expiresAt': ['Valid until', 'Действует до', 'Amal qilish muddati'],
  'batch.atOnce': ['Provision at once', 'Создать устройства сразу', 'Qurilmalarni darhol yaratish'],
  'batch.atOnceText': [
    'The devices and their claim codes are made now. The codes are shown once: have the printer ready.',
    'Устройства и коды создаются сразу. Коды показываются один раз: подготовьте принтер.',
    'Qurilmalar va kodlar hozir yaratiladi. Kodlar bir marta koʻrsatiladi: printerni tayyorlang.',
  ],
  'image.title': ['Upload a bare image', 'Загрузить образ без пакета', 'Paketsiz obraz yuklash'],
  'image.text': [
    'For old builds. An image without a signature never goes to all devices: prefer a signed package.',
    'Для старых сборок. Образ без подписи не попадёт на все устройства: лучше подписанный пакет.',
    'Eski yigʻmalar uchun. Imzosiz obraz barcha qurilmalarga bormaydi: imzolangan paket yaxshiroq.',
  ],
  'image.link': ['A bare image instead', 'Образ без пакета', 'Paketsiz obraz'],
  'image.file': ['Image', 'Образ', 'Obraz'],
  'image.version': ['Version', 'Версия', 'Versiya'],
  'image.build': ['Build number', 'Номер сборки', 'Yigʻma raqami'],
  'image.hardware': ['Hardware', 'Ревизия платы', 'Apparat reviziyasi'],
  'image.signature': ['Signature, if there is one', 'Подпись, если есть', 'Imzo, agar boʻlsa'],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(provisioningTexts);
