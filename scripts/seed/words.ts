/** What a seeded business says and sells. Names, places and reasons are drawn from these lists. */

export const LATIN_FIRST =
  `Aziz Dilnoza Jasur Malika Sardor Nigora Bekzod Shahnoza Otabek Gulnora Timur Kamola Rustam Feruza Anvar
  Zarina Ulugbek Madina Sherzod Lola Davron Sevara Ilhom Nargiza Bobur Umida Akmal Dildora Farrux Mohira Daniel Anna Marat
  Aigerim`.split(/\s+/);
export const LATIN_LAST =
  `Karimov Rahimov Yusupov Tursunov Ergashev Nazarov Ismoilov Qodirov Saidov Mirzayev Abdullayev Hamidov
  Usmonov Rustamov Xolmatov Sobirov Toshmatov Umarov Jalolov Norov Boboyev Aliyev Normatov Xasanov Murodov Nurmatov Serikov
  Novak`.split(/\s+/);
export const CYRILLIC_FIRST =
  `Азиз Дилноза Алексей Малика Сардор Елена Бекзод Ольга Отабек Гульнора Тимур Камола Рустам Феруза Анвар
  Зарина Дмитрий Мадина Шерзод Лола Сергей Севара Ильхом Наргиза Айбек Умида`.split(/\s+/);
export const CYRILLIC_LAST =
  `Каримов Рахимов Юсупов Турсунов Эргашев Назаров Исмоилов Кадыров Саидов Мирзаев Абдуллаев Хамидов Усмонов
  Рустамов Ким Пак Иванов Смирнов Цой Умаров Джалолов Норов Бобоев Алиев`.split(/\s+/);

/** Country, region and city, as often as customers come from there. */
export const PLACES = [
  ...times(30, 'UZ', 'Toshkent', 'Toshkent'),
  ...times(10, 'UZ', 'Samarqand', 'Samarqand'),
  ...times(7, 'UZ', 'Farg‘ona', 'Farg‘ona'),
  ...times(4, 'UZ', 'Farg‘ona', 'Qo‘qon'),
  ...times(7, 'UZ', 'Andijon', 'Andijon'),
  ...times(6, 'UZ', 'Namangan', 'Namangan'),
  ...times(5, 'UZ', 'Buxoro', 'Buxoro'),
  ...times(4, 'UZ', 'Qashqadaryo', 'Qarshi'),
  ...times(3, 'UZ', 'Xorazm', 'Urganch'),
  ...times(3, 'UZ', 'Surxondaryo', 'Termiz'),
  ...times(3, 'UZ', 'Navoiy', 'Navoiy'),
  ...times(2, 'UZ', 'Jizzax', 'Jizzax'),
  ...times(2, 'UZ', 'Qoraqalpog‘iston', 'Nukus'),
  ...times(1, 'UZ', 'Sirdaryo', 'Guliston'),
  ...times(4, 'KZ', 'Almaty', 'Almaty'),
  ...times(3, 'KZ', 'Shymkent', 'Shymkent'),
  ...times(2, 'KG', 'Bishkek', 'Bishkek'),
  ...times(2, 'TJ', 'Sughd', 'Khujand'),
  ...times(2, 'RU', 'Moskva', 'Moskva'),
];

/** Operators of Uzbekistan, which begin its mobile numbers. */
export const OPERATORS = ['90', '91', '93', '94', '95', '97', '98', '99', '33', '88', '77', '50'];

/** As often as sales come from there. */
export const CHANNELS = [
  ...Array(26).fill('INSTAGRAM'),
  ...Array(22).fill('TELEGRAM'),
  ...Array(18).fill('WEBSITE'),
  ...Array(14).fill('OFFLINE'),
  ...Array(10).fill('RESELLER'),
  ...Array(8).fill('DIRECT'),
  ...Array(2).fill('OTHER'),
];

/** `utm_source` and how often; null comes without one. */
export const SOURCES = [
  ...Array(30).fill('instagram'),
  ...Array(25).fill('telegram'),
  ...Array(15).fill('google'),
  ...Array(8).fill('youtube'),
  ...Array(5).fill('facebook'),
  ...Array(2).fill('blog'),
  ...Array(15).fill(null),
];

export const LOCALES = [...Array(11).fill('uz'), ...Array(7).fill('ru'), ...Array(2).fill('en')];

export const REFUND_REASONS = [
  'Changed mind',
  'Does not hold Wi-Fi',
  'Defective on arrival',
  'Too dim',
  'Передумал',
  'Found it cheaper',
  'Gift that was not wanted',
  'Stopped working after an update',
];
export const CANCEL_REASONS = ['No answer', 'Never paid', 'Ordered twice', 'Chose another color', 'Клиент не оплатил'];
export const RETURN_REASONS = ['Came back by courier', 'Returned in the shop', 'Exchange for a newer model'];
export const NOTES = [
  'Asked for a call in the evening.',
  'Wants an invoice with VAT.',
  'Перезвонить после праздников.',
  'Prefers Telegram.',
  'Yetkazib berish manzili o‘zgardi.',
  'Interested in ten more for an office.',
];

/** A product with the part of the timeline in which its hardware revision was made; prices in whole units. */
export interface Product {
  readonly model: string;
  readonly hardwareRevision: string;
  readonly from: number;
  readonly to: number;
  readonly price: number;
  /** Share of installations that fail. */
  readonly failing: number;
}

export const PRODUCTS: readonly Product[] = [
  { model: 'LAMP1', hardwareRevision: 'rev-a', from: 0, to: 0.3, price: 1_490_000, failing: 0.11 },
  { model: 'LAMP1', hardwareRevision: 'rev-b', from: 0.15, to: 0.7, price: 1_590_000, failing: 0.05 },
  { model: 'LAMP2', hardwareRevision: 'l2-a', from: 0.35, to: 0.75, price: 2_190_000, failing: 0.06 },
  { model: 'LAMP2', hardwareRevision: 'l2-b', from: 0.6, to: 1, price: 2_290_000, failing: 0.03 },
  { model: 'MINI', hardwareRevision: 'mini-a', from: 0.5, to: 1, price: 890_000, failing: 0.04 },
  { model: 'LAMP2-PRO', hardwareRevision: 'pro-a', from: 0.75, to: 1, price: 3_490_000, failing: 0.07 },
];

/** A firmware version with the part of the timeline in which it came out; each hardware revision that exists gets it. */
export const VERSIONS: readonly { readonly version: string; readonly at: number }[] = [
  { version: '1.0.0', at: 0 },
  { version: '1.1.0', at: 0.14 },
  { version: '1.2.0', at: 0.28 },
  { version: '1.3.1', at: 0.41 },
  { version: '2.0.0', at: 0.56 },
  { version: '2.1.0', at: 0.7 },
  { version: '2.2.0', at: 0.82 },
  { version: '2.3.0', at: 0.93 },
  { version: '2.4.0', at: 0.985 },
];

/** The code that the service makes of a device's reason, and the reason. */
export const FAILURES = [
  ...Array(8).fill('DOWNLOAD_NETWORK|DOWNLOAD_TIMEOUT after 3 tries'),
  ...Array(4).fill('FLASH_WRITE|FLASH_WRITE_ERROR at 0x110000'),
  ...Array(3).fill('BATTERY_LOW|BATTERY_LOW 3.31 V'),
  ...Array(2).fill('DIGEST_MISMATCH|DIGEST_MISMATCH of the image'),
  ...Array(2).fill('BOOT_FAILED|BOOT_FAILED: watchdog reset'),
  'SELF_TEST_FAILED|SELF_TEST_FAILED: no Wi-Fi',
  'UNKNOWN|E_1042',
];

function times(count: number, ...place: readonly string[]): string[] {
  return Array(count).fill(place.join('|'));
}
