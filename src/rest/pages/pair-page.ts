import { LOCALES, type Locale } from '../../model/enums.ts';
import { LOGO } from '../../page-style.ts';
import { type AppLinks, PAIR_PATH } from './app-links.ts';
import { escaped } from './html.ts';
import { type Page, pageOf } from './page.ts';
import { PAIR_TEXTS, type PairTexts } from './pair-texts.ts';

/**
 * The page that the QR code of a label leads to. It is the same for every label: the serial and the code are in the fragment of
 * the address, which only its script reads, and which it hands to the app in the fragment of APP_LINK_URL. It contains
 * every language, so that a change of language loads nothing.
 * @param language the one that is shown first
 */
export function pairPage(language: Locale, { url }: AppLinks): Page {
  return pageOf({
    language,
    title: PAIR_TEXTS[language].title,
    body: [
      `<nav aria-label="Til · Language · Язык"><span class="brand">${LOGO}</span>${LOCALES.map((locale) => languageLink(locale, language)).join('\n')}</nav>`,
      ...LOCALES.map((locale) => section(locale, language, url)),
    ].join('\n'),
    style: STYLE,
    script: SCRIPT,
  });
}

/** Without JavaScript the link loads the page in that language. */
function languageLink(locale: Locale, shown: Locale): string {
  const current = locale === shown ? ' aria-current="true"' : '';
  return `<a href="${PAIR_PATH}?lang=${locale}" hreflang="${locale}" lang="${locale}"${current}>${PAIR_TEXTS[locale].name}</a>`;
}

function section(locale: Locale, shown: Locale, app: URL | undefined): string {
  const texts = PAIR_TEXTS[locale];
  return `<main lang="${locale}" data-title="${escaped(texts.title)}"${locale === shown ? '' : ' hidden'}>
<h1>${escaped(texts.title)}</h1>
<noscript><p class="note">${escaped(texts.noScript)}</p></noscript>
<p class="with-label" hidden>${escaped(texts.ready)}</p>
<p class="without-label note" hidden>${escaped(texts.incomplete)}</p>
${app ? `<p><a class="open" href="${escaped(app.href)}" rel="noreferrer">${escaped(texts.open)}</a></p>` : ''}
<ol>
${texts.steps.map((step) => `<li>${escaped(step)}</li>`).join('\n')}
</ol>
${label(texts)}
</main>`;
}

function label({ serial, code, secret }: PairTexts): string {
  return `<div class="with-label" hidden>
<dl><dt>${escaped(serial)}</dt><dd class="serial"></dd><dt>${escaped(code)}</dt><dd class="code"></dd></dl>
<p>${escaped(secret)}</p>
</div>`;
}

/**
 * Reads the label from the fragment, or from the query of an older label, which it moves into the fragment. It shows only text
 * in the form of a serial or a code, so that nobody can put other text on this page.
 */
const SCRIPT = `
(() => {
  const all = (selector) => document.querySelectorAll(selector);
  const inFragment = new URLSearchParams(location.hash.slice(1));
  const given = inFragment.has('code') ? inFragment : new URLSearchParams(location.search);
  const serial = given.get('serial') ?? '';
  const code = given.get('code') ?? '';
  const isLabel = /^[A-Z0-9][A-Z0-9-]{7,39}$/.test(serial) && /^[0-9A-Z]{6}(?:-[0-9A-Z]{6}){3}$/.test(code);
  const fragment = isLabel ? '#serial=' + serial + '&code=' + code : '';
  if (location.search !== '') history.replaceState(null, '', location.pathname + (fragment || location.hash));
  for (const part of all('.with-label')) part.hidden = !isLabel;
  for (const part of all('.without-label')) part.hidden = isLabel;
  if (isLabel) {
    for (const place of all('.serial')) place.textContent = serial;
    for (const place of all('.code')) place.textContent = code;
    for (const link of all('.open')) link.hash = fragment;
  }
  for (const link of all('nav a')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      for (const other of all('nav a')) other.removeAttribute('aria-current');
      link.setAttribute('aria-current', 'true');
      for (const text of all('main')) {
        text.hidden = text.lang !== link.lang;
        if (!text.hidden) document.title = text.dataset.title;
      }
      document.documentElement.lang = link.lang;
    });
  }
})();
`;

const STYLE = `
body { max-width: 34rem; margin: 0 auto; padding: 1rem 1.25rem 3rem; font-size: 1.05rem; }
nav { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem; font-size: 1rem; }
nav .brand { flex: 1; font-size: 1.15rem; }
nav a { padding: .4rem .45rem; border-radius: .4rem; color: inherit; }
nav a[aria-current] { font-weight: 700; text-decoration: none; background: var(--soft); }
h1 { font-size: 1.6rem; }
li { margin: .5rem 0; }
.note { padding: .75rem 1rem; border-left: .3rem solid var(--warn); background: var(--soft); }
.open { display: block; padding: .9rem; border-radius: .6rem; background: var(--accent); color: var(--on-accent); font-weight: 700; text-align: center; text-decoration: none; }
dl { padding: 1rem; border: 1px solid var(--line); border-radius: .6rem; }
dt { font-size: .9rem; }
dd { margin: 0 0 .6rem; font: 1.05rem ui-monospace, monospace; overflow-wrap: anywhere; user-select: all; }
`;
