import type * as schema from '../api/generated/enums.ts';
import type { Triple } from './triple.ts';

type Words<Value extends string> = Readonly<Record<Value, Triple>>;

type Metric =
  | schema.AuditEntryMetric
  | schema.ClaimCodeMetric
  | schema.CustomerMetric
  | schema.DeviceEventMetric
  | schema.DeviceMetric
  | schema.FleetDayMetric
  | schema.HeartbeatMetric
  | schema.InstallationMetric
  | schema.PairingMetric
  | schema.PreorderEventMetric
  | schema.PreorderMetric
  | schema.RefundMetric
  | schema.SalesMetric;

type Dimension =
  | schema.AuditEntryDimension
  | schema.ClaimCodeDimension
  | schema.CustomerDimension
  | schema.DeviceEventDimension
  | schema.DeviceDimension
  | schema.FleetDayDimension
  | schema.HeartbeatDimension
  | schema.InstallationDimension
  | schema.PairingDimension
  | schema.PreorderEventDimension
  | schema.PreorderDimension
  | schema.RefundDimension
  | schema.SalesDimension;

/** The records that a dimension can belong to, beside the one that is counted. */
export const edgeWords = {
  ACTIVE_SALE: ['Sale', 'Продажа', 'Savdo'],
  RELEASE: ['Release', 'Релиз', 'Reliz'],
  CUSTOMER: ['Customer', 'Клиент', 'Mijoz'],
  DEVICE: ['Device', 'Устройство', 'Qurilma'],
  OWNER: ['Owner', 'Владелец', 'Egasi'],
  PREORDER: ['Preorder', 'Предзаказ', 'Oldindan buyurtma'],
  SALE: ['Sale', 'Продажа', 'Savdo'],
} as const satisfies Words<string>;

/** `CUSTOMER_CITY` is the city of a customer. */
type Attribute<Name> = Name extends `${keyof typeof edgeWords}_${infer Rest}` ? Rest : Name;

export const dataSetWords: Words<schema.DataSet> = {
  SALES: ['Sales', 'Продажи', 'Savdolar'],
  REFUNDS: ['Refunds', 'Возвраты', 'Qaytarishlar'],
  PREORDERS: ['Preorders', 'Предзаказы', 'Oldindan buyurtmalar'],
  CUSTOMERS: ['Customers', 'Клиенты', 'Mijozlar'],
  DEVICES: ['Devices', 'Устройства', 'Qurilmalar'],
  INSTALLATIONS: ['Installations', 'Установки', 'Oʻrnatishlar'],
  FLEET_DAYS: ['Days of devices', 'Дни устройств', 'Qurilma kunlari'],
  HEARTBEATS: ['Heartbeats', 'Сигналы устройств', 'Qurilma signallari'],
  AUDIT_ENTRIES: ['Audit log', 'Журнал', 'Jurnal'],
  DEVICE_EVENTS: ['Changes of devices', 'Изменения устройств', 'Qurilma oʻzgarishlari'],
  PAIRINGS: ['Pairings of apps', 'Сопряжения приложений', 'Ilova bogʻlanishlari'],
  CLAIM_CODES: ['Claim codes', 'Коды привязки', 'Biriktirish kodlari'],
  PREORDER_EVENTS: ['Histories of preorders', 'История предзаказов', 'Oldindan buyurtmalar tarixi'],
};

export const metricWords: Words<Metric> = {
  ORDERS: ['Sales', 'Продажи', 'Savdolar'],
  UNITS: ['Units', 'Штук', 'Dona'],
  CANCELLED_ORDERS: ['Cancelled sales', 'Отменённые продажи', 'Bekor qilingan savdolar'],
  CANCELLED_REVENUE: ['Cancelled revenue', 'Отменённая выручка', 'Bekor qilingan tushum'],
  GROSS_REVENUE: ['Gross revenue', 'Валовая выручка', 'Yalpi tushum'],
  DISCOUNT: ['Discount', 'Скидка', 'Chegirma'],
  REVENUE: ['Revenue before refunds', 'Выручка до возвратов', 'Qaytarishlargacha tushum'],
  REFUNDED: ['Refunded', 'Возвращено', 'Qaytarilgan'],
  NET_REVENUE: ['Net revenue', 'Чистая выручка', 'Sof tushum'],
  AVERAGE_ORDER_VALUE: ['Average sale', 'Средний чек', 'Oʻrtacha chek'],
  REFUND_RATE: ['Refund rate', 'Доля возвращённых денег', 'Qaytarilgan pul ulushi'],
  RETURNS: ['Returns', 'Возвращено устройств', 'Qaytgan qurilmalar'],
  RETURN_RATE: ['Return rate', 'Доля возвращённых устройств', 'Qaytgan qurilmalar ulushi'],
  CUSTOMERS: ['Customers', 'Клиенты', 'Mijozlar'],
  MEDIAN_DAYS_TO_ACTIVATION: [
    'Median days to activation',
    'Медиана дней до активации',
    'Faollashtirishgacha kunlar medianasi',
  ],
  FROM_PREORDERS: ['From preorders', 'Из предзаказов', 'Oldindan buyurtmalardan'],
  MEDIAN_DAYS_FROM_PREORDER: [
    'Median days from preorder',
    'Медиана дней от предзаказа',
    'Oldindan buyurtmadan kunlar medianasi',
  ],
  REFUNDS: ['Refunds', 'Возвраты', 'Qaytarishlar'],
  AMOUNT: ['Amount', 'Сумма', 'Summa'],
  AVERAGE_AMOUNT: ['Average amount', 'Средняя сумма', 'Oʻrtacha summa'],
  DEVICES_RETURNED: ['Devices returned', 'Возвращено устройств', 'Qaytgan qurilmalar'],
  SALES: ['Sales', 'Продажи', 'Savdolar'],
  PREORDERS: ['Preorders', 'Предзаказы', 'Oldindan buyurtmalar'],
  QUANTITY: ['Quantity', 'Количество', 'Miqdor'],
  CONFIRMED: ['Confirmed', 'Подтверждено', 'Tasdiqlangan'],
  DEPOSIT_PAID: ['Deposit paid', 'Предоплата внесена', 'Oldindan toʻlangan'],
  FULFILLED_PREORDERS: ['Fulfilled preorders', 'Выполненные предзаказы', 'Bajarilgan oldindan buyurtmalar'],
  CANCELLED: ['Cancelled', 'Отменено', 'Bekor qilingan'],
  CANCEL_RATE: ['Cancel rate', 'Доля отмен', 'Bekor qilish ulushi'],
  EXPECTED: ['Expected', 'Ожидается', 'Kutilmoqda'],
  FULFILLED: ['Fulfilled', 'Выполнено', 'Bajarilgan'],
  UNIQUE_VIEWS: ['Unique views', 'Уникальные посещения', 'Noyob tashriflar'],
  CONVERSION_RATE: ['Conversion rate', 'Конверсия', 'Konversiya'],
  CAPACITY_SHARE: ['Share of the capacity', 'Доля занятых мест', 'Band oʻrinlar ulushi'],
  SOLD: ['Sold', 'Продано', 'Sotilgan'],
  MEDIAN_DAYS_TO_SALE: ['Median days to sale', 'Медиана дней до продажи', 'Savdogacha kunlar medianasi'],
  MEDIAN_HOURS_TO_CONTACT: [
    'Median hours to contact',
    'Медиана часов до первого контакта',
    'Bogʻlanishgacha soatlar medianasi',
  ],
  BUYERS: ['Buyers', 'Покупатели', 'Xaridorlar'],
  BUYER_SHARE: ['Share of buyers', 'Доля покупателей', 'Xaridorlar ulushi'],
  OWNERS: ['Owners', 'Владельцы', 'Egalar'],
  DEVICES: ['Devices', 'Устройства', 'Qurilmalar'],
  ONLINE: ['Online', 'На связи', 'Aloqada'],
  ONLINE_SHARE: ['Share online', 'Доля на связи', 'Aloqadagilar ulushi'],
  OFFLINE: ['Offline', 'Не на связи', 'Aloqada emas'],
  ACTIVE: ['In use', 'Используются', 'Ishlatilmoqda'],
  ACTIVE_SHARE: ['Share in use', 'Доля используемых', 'Ishlatilayotganlar ulushi'],
  NEVER_SEEN: ['Never heard', 'Не выходили на связь', 'Hech qachon ulanmagan'],
  CLAIMED: ['Claimed', 'Привязано', 'Biriktirilgan'],
  ACTIVATED: ['Activated', 'Активировано', 'Faollashtirilgan'],
  WEAK_WIFI: ['Weak Wi-Fi', 'Слабый Wi-Fi', 'Kuchsiz Wi-Fi'],
  WEAK_WIFI_SHARE: ['Share with weak Wi-Fi', 'Доля со слабым Wi-Fi', 'Kuchsiz Wi-Fi ulushi'],
  AVERAGE_WIFI_RSSI: ['Average Wi-Fi signal, dBm', 'Средний сигнал Wi-Fi, dBm', 'Oʻrtacha Wi-Fi signali, dBm'],
  HOT: ['Hot', 'Перегрев', 'Qizigan'],
  HOT_SHARE: ['Share of hot ones', 'Доля с перегревом', 'Qiziganlar ulushi'],
  AVERAGE_TEMPERATURE: ['Average temperature, °C', 'Средняя температура, °C', 'Oʻrtacha harorat, °C'],
  MEDIAN_AGE_DAYS: ['Median age, days', 'Медианный возраст, дней', 'Yosh medianasi, kun'],
  INSTALLATIONS: ['Installations', 'Установки', 'Oʻrnatishlar'],
  SUCCEEDED: ['Succeeded', 'Успешно', 'Oʻrnatilgan'],
  FAILED: ['Failed', 'С ошибкой', 'Xato bilan tugagan'],
  FAILURE_RATE: ['Failure rate', 'Доля ошибок', 'Xatolar ulushi'],
  ROLLED_BACK: ['Rolled back', 'Откаты', 'Orqaga qaytgan'],
  POSSIBLY_BRICKED: ['May not start any more', 'Возможно, больше не включаются', 'Endi yonmasligi mumkin'],
  RESTARTS: ['Restarts', 'Перезапуски', 'Qayta ishga tushishlar'],
  MEDIAN_MINUTES: ['Median minutes', 'Медиана минут', 'Daqiqalar medianasi'],
  P95_MINUTES: ['Minutes, 95 of 100', 'Минут, 95 из 100', 'Daqiqa, 100 tadan 95'],
  DEVICE_DAYS: ['Days of devices', 'Дни устройств', 'Qurilma kunlari'],
  HEARTBEATS: ['Heartbeats', 'Сигналы', 'Signallar'],
  UPTIME_SHARE: ['Share of time online', 'Доля времени на связи', 'Aloqada vaqt ulushi'],
  HIGHEST_TEMPERATURE: ['Highest temperature, °C', 'Наибольшая температура, °C', 'Eng yuqori harorat, °C'],
  LOWEST_FREE_HEAP: ['Lowest free memory, bytes', 'Наименьшая свободная память, байт', 'Eng kam boʻsh xotira, bayt'],
  ENTRIES: ['Entries', 'Записи', 'Yozuvlar'],
  DENIED: ['Denied', 'Отказано', 'Rad etilgan'],
  EVENTS: ['Changes', 'Изменения', 'Oʻzgarishlar'],
  MOVED: ['Changes of status', 'Смены статуса', 'Holat oʻzgarishlari'],
  PAIRINGS: ['Pairings', 'Сопряжения', 'Bogʻlanishlar'],
  LIVE: ['Live', 'Действующие', 'Amaldagi'],
  CLAIM_CODES: ['Claim codes', 'Коды привязки', 'Biriktirish kodlari'],
  EXPIRED: ['Expired', 'Истекли', 'Muddati oʻtgan'],
  CORRECTIONS: ['Corrections', 'Исправления', 'Tuzatishlar'],
};

export const attributeWords: Words<Attribute<Dimension>> = {
  STATUS: ['Status', 'Статус', 'Holati'],
  PAYMENT_STATUS: ['Payment', 'Оплата', 'Toʻlov'],
  CURRENCY: ['Currency', 'Валюта', 'Valyuta'],
  SALES_CHANNEL: ['Channel', 'Канал', 'Kanal'],
  CUSTOMER: ['Customer', 'Клиент', 'Mijoz'],
  DEVICE: ['Device', 'Устройство', 'Qurilma'],
  CREATED_BY: ['Made by', 'Кто оформил', 'Kim rasmiylashtirgan'],
  COUNTRY: ['Country', 'Страна', 'Davlat'],
  CITY: ['City', 'Город', 'Shahar'],
  REGION: ['Region', 'Регион', 'Viloyat'],
  PREFERRED_LANGUAGE: ['Language', 'Язык', 'Til'],
  SOURCE: ['Source', 'Источник', 'Manba'],
  SERIAL: ['Serial', 'Серийный номер', 'Seriya raqami'],
  MODEL: ['Model', 'Модель', 'Model'],
  HARDWARE_REVISION: ['Hardware', 'Ревизия платы', 'Apparat reviziyasi'],
  BATCH_CODE: ['Batch', 'Партия', 'Partiya'],
  FIRMWARE_CHANNEL: ['Firmware channel', 'Канал прошивки', 'Proshivka kanali'],
  FIRMWARE_VERSION: ['Firmware', 'Прошивка', 'Proshivka'],
  OTA_SLOT: ['Slot', 'Слот', 'Slot'],
  APP_VERSION: ['App version', 'Версия приложения', 'Ilova versiyasi'],
  PRODUCT_COLOR: ['Color', 'Цвет', 'Rang'],
  PAYMENT_METHOD: ['Way to pay', 'Способ оплаты', 'Toʻlov usuli'],
  LOCALE: ['Language', 'Язык', 'Til'],
  UTM_SOURCE: ['Traffic source', 'Источник перехода', 'Oʻtish manbasi'],
  UTM_MEDIUM: ['Traffic medium', 'Тип перехода', 'Oʻtish turi'],
  UTM_CAMPAIGN: ['Campaign', 'Кампания', 'Kampaniya'],
  PRODUCT_NAME: ['Product', 'Товар', 'Mahsulot'],
  REASON: ['Reason', 'Причина', 'Sabab'],
  DISPOSITION: ['What became of it', 'Что стало дальше', 'Keyingi taqdiri'],
  REFUND_DUE: ['Refund due', 'Нужен возврат', 'Qaytarish kerak'],
  ASSIGNED_ADMIN: ['Assigned to', 'Ответственный', 'Masʼul'],
  OWNER: ['Owner', 'Владелец', 'Egasi'],
  ONLINE: ['Online', 'На связи', 'Aloqada'],
  AGE_IN_DAYS: ['Age in days', 'Возраст в днях', 'Yoshi, kun'],
  VERSION: ['Version', 'Версия', 'Versiya'],
  CLOSED_REASON: ['Why closed', 'Почему закрыта', 'Yopilish sababi'],
  FAILURE_SOURCE: ['Who reported the failure', 'Кто сообщил об ошибке', 'Xatoni kim bildirgan'],
  FAILURE_CODE: ['Failure', 'Ошибка', 'Xato'],
  FROM_VERSION: ['From version', 'С версии', 'Oldingi versiya'],
  VERIFICATION: ['Verification', 'Подтверждение', 'Tasdiq'],
  SILENT: ['Fell silent', 'Замолчало', 'Jim qolgan'],
  POSSIBLY_BRICKED: ['May not start any more', 'Возможно, больше не включается', 'Endi yonmasligi mumkin'],
  RELEASE: ['Release', 'Релиз', 'Reliz'],
  ACTIVE_SALE: ['Sale', 'Продажа', 'Savdo'],
  PAUSED_BY: ['Paused by', 'Кто остановил', 'Kim toʻxtatgan'],
  PREORDER: ['Preorder', 'Предзаказ', 'Oldindan buyurtma'],
  SALE: ['Sale', 'Продажа', 'Savdo'],
  TARGET_DEVICE: ['Target device', 'Целевое устройство', 'Moʻljal qurilma'],
  ACTOR_TYPE: ['Kind of actor', 'Кто', 'Kim'],
  ACTION: ['Action', 'Действие', 'Amal'],
  TARGET_KIND: ['Kind of record', 'Вид записи', 'Yozuv turi'],
  TRANSPORT: ['Way in', 'Способ доступа', 'Kirish yoʻli'],
  ACTOR: ['Who', 'Сотрудник', 'Xodim'],
  CAUSE: ['Cause', 'Причина', 'Sabab'],
  FROM_STATUS: ['From status', 'Из статуса', 'Oldingi holat'],
  TO_STATUS: ['To status', 'В статус', 'Yangi holat'],
  FROM_OWNER: ['From owner', 'От владельца', 'Oldingi egasi'],
  TO_OWNER: ['To owner', 'К владельцу', 'Yangi egasi'],
  REVOKED_REASON: ['Why it ended', 'Почему завершено', 'Tugash sababi'],
  CORRECTION: ['Correction', 'Исправление', 'Tuzatish'],
  FROM_ADMIN: ['From colleague', 'От сотрудника', 'Oldingi xodim'],
  TO_ADMIN: ['To colleague', 'К сотруднику', 'Yangi xodim'],
};

type NumberKey =
  | schema.ClaimCodeNumber
  | schema.CustomerNumber
  | schema.DeviceEventNumber
  | schema.DeviceNumber
  | schema.FleetDayNumber
  | schema.HeartbeatNumber
  | schema.InstallationNumber
  | schema.PairingNumber
  | schema.PreorderEventNumber
  | schema.PreorderNumber
  | schema.RefundNumber
  | schema.SalesNumber;

/** What each record has as a number. */
export const numberWords: Words<Attribute<NumberKey>> = {
  TOTAL: ['Value of a sale', 'Сумма продажи', 'Savdo summasi'],
  UNIT_PRICE: ['Price', 'Цена', 'Narx'],
  DISCOUNT: ['Discount', 'Скидка', 'Chegirma'],
  REFUNDED_TOTAL: ['Refunded', 'Возвращено', 'Qaytarilgan'],
  SALES: ['Sales', 'Продажи', 'Savdolar'],
  SALE_NUMBER: ['Which sale of the customer', 'Какая по счёту продажа', 'Mijozning nechanchi savdosi'],
  DEVICES: ['Devices', 'Устройства', 'Qurilmalar'],
  AMOUNT: ['Amount', 'Сумма', 'Summa'],
  QUANTITY: ['Quantity', 'Количество', 'Soni'],
  FULL_PRICE: ['Full price', 'Полная цена', 'Toʻliq narx'],
  DEPOSIT_AMOUNT: ['Deposit', 'Предоплата', 'Oldindan toʻlov'],
  ANOMALIES: ['Unexpected reports', 'Неожиданные отчёты', 'Kutilmagan hisobotlar'],
  ATTEMPT: ['Attempt', 'Попытка', 'Urinish'],
  RESTARTS: ['Restarts', 'Перезапуски', 'Qayta ishga tushishlar'],
  UNUSED_LEASES: ['Downloads never begun', 'Неначатые загрузки', 'Boshlanmagan yuklashlar'],
  BUILD_NUMBER: ['Build', 'Сборка', 'Yigʻma'],
  FROM_BUILD_NUMBER: ['From build', 'Со сборки', 'Oldingi yigʻma'],
  FIRMWARE_BUILD_NUMBER: ['Firmware build', 'Сборка прошивки', 'Proshivka yigʻmasi'],
  FIRMWARE_SIZE: ['Size of the image, bytes', 'Размер образа, байт', 'Obraz hajmi, bayt'],
  PACKAGE_SIZE: ['Size of the package, bytes', 'Размер пакета, байт', 'Paket hajmi, bayt'],
  ROLLOUT_PERCENTAGE: ['Rollout, %', 'Охват, %', 'Qamrov, %'],
  SECURITY_VERSION: ['Security version', 'Версия безопасности', 'Xavfsizlik versiyasi'],
  FREE_HEAP: ['Free memory, bytes', 'Свободная память, байт', 'Boʻsh xotira, bayt'],
  TEMPERATURE: ['Temperature, °C', 'Температура, °C', 'Harorat, °C'],
  UPTIME: ['Uptime, seconds', 'Время работы, секунд', 'Ishlash vaqti, soniya'],
  WIFI_RSSI: ['Wi-Fi signal, dBm', 'Сигнал Wi-Fi, dBm', 'Wi-Fi signali, dBm'],
  AVERAGE_RSSI: ['Mean Wi-Fi signal, dBm', 'Средний сигнал Wi-Fi, dBm', 'Oʻrtacha Wi-Fi signali, dBm'],
  LOWEST_RSSI: ['Weakest Wi-Fi signal, dBm', 'Слабейший сигнал Wi-Fi, dBm', 'Eng zaif Wi-Fi signali, dBm'],
  AVERAGE_TEMPERATURE: ['Mean temperature, °C', 'Средняя температура, °C', 'Oʻrtacha harorat, °C'],
  HIGHEST_TEMPERATURE: ['Highest temperature, °C', 'Наибольшая температура, °C', 'Eng yuqori harorat, °C'],
  LOWEST_FREE_HEAP: ['Least free memory, bytes', 'Меньше всего памяти, байт', 'Eng kam xotira, bayt'],
  HEARTBEATS: ['Heartbeats', 'Сигналы', 'Signallar'],
  DAY_SECONDS: ['Seconds of the day', 'Секунд в дне', 'Kundagi soniyalar'],
  EXPECTED_SECONDS: ['Seconds expected', 'Ожидалось секунд', 'Kutilgan soniyalar'],
  HEARD_SECONDS: ['Seconds online', 'Секунд на связи', 'Aloqada, soniya'],
  OFFLINE_HOURS: ['Hours offline', 'Часов не на связи', 'Aloqada emas, soat'],
  SIGNED_MS: ['Clock of the device, ms', 'Часы устройства, мс', 'Qurilma soati, ms'],
  EPOCH: ['Pairing number', 'Номер сопряжения', 'Bogʻlanish raqami'],
};
