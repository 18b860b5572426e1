import { createStore } from '../api/store.ts';
import { LANGUAGES, type Language } from '../text/triple.ts';

const NAME = 'karvon-language';

const isLanguage = (value: string | undefined | null): value is Language =>
  LANGUAGES.some((language) => language === value);

function first(): Language {
  const kept = localStorage.getItem(NAME);
  if (isLanguage(kept)) return kept;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return wanted ?? 'en';
}

/** The language of the page before somebody signs in: the last one here, else that of the browser. */
export const guestLanguage = createStore<Language>(first());

guestLanguage.subscribe(() => keepLanguage(guestLanguage.get()));

/** A language that somebody chose on the page before the sign-in, for the account; once. */
let chosen: Language | undefined;

export function chooseLanguage(language: Language): void {
  chosen = language;
  guestLanguage.set(language);
}

export function takeChosenLanguage(): Language | undefined {
  const taken = chosen;
  chosen = undefined;
  return taken;
}

/** The next sign-in on this browser begins in the language. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(NAME, language);
}
