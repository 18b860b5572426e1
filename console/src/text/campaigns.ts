import { type Language, say, type Triple } from './triple.ts';

const brand = (name: string): Triple => [name, name, name];

/** What links of campaigns say most (`utm_source`, `utm_medium`). */
const WORDS: Readonly<Partial<Record<string, Triple>>> = {
  blog: ['Blog', 'Блог', 'Blog'],
  facebook: brand('Facebook'),
  google: brand('Google'),
  instagram: brand('Instagram'),
  telegram: brand('Telegram'),
  tiktok: brand('TikTok'),
  yandex: ['Yandex', 'Яндекс', 'Yandex'],
  youtube: brand('YouTube'),
  banner: ['banner', 'баннер', 'banner'],
  cpc: ['paid clicks', 'платные клики', 'pullik bosishlar'],
  email: ['e-mail', 'письмо', 'xat'],
  referral: ['a link on a site', 'ссылка на сайте', 'saytdagi havola'],
  social: ['social networks', 'соцсети', 'ijtimoiy tarmoqlar'],
  story: ['story', 'сторис', 'storis'],
};

/** A source or a medium of a campaign in words; whatever else its link says stays as it is. */
export function campaignWord(value: string, language: Language): string {
  const known = WORDS[value.toLowerCase()];
  return known ? say(known, language) : value;
}
