import type { Context as KoaContext } from 'koa';
import type { Locale } from '../../model/enums.ts';
import { type AppLinks, appleAssociation, assetLinks, PAIR_PATH } from '../pages/app-links.ts';
import { homePage } from '../pages/home-page.ts';
import { asksForPage, pageContent } from '../pages/page.ts';
import { pairPage } from '../pages/pair-page.ts';
import type { RestContext, Serve, WireMiddleware } from '../request-state.ts';
import type { StaticAnswers } from '../static/static-answers.ts';
import { type Content, type StaticContent, staticContent } from '../static/static-content.ts';
import type { EXTRA_PATHS } from './downloads.ts';

const PAIR: keyof typeof EXTRA_PATHS = PAIR_PATH;
const ANDROID: keyof typeof EXTRA_PATHS = '/.well-known/assetlinks.json';
const IOS: keyof typeof EXTRA_PATHS = '/.well-known/apple-app-site-association';
const HOME = '/';

/** The best of these languages for a reader who accepts several; English for one who accepts none of them. */
const LANGUAGES = ['en', 'uz', 'ru'] as const;

/** An older label has its code in the query, so no cache may store the address. */
const KEPT_BY_NOBODY = 'no-store';
/** Caches may store it, and must revalidate it. */
const ASKED_AGAIN = 'no-cache';
/** The apps change with the settings of the service. */
const FOR_MINUTES = 'public, max-age=300';

/**
 * Serves the page of labels, and the files by which phones let the companion app open it. Not operations: they have no
 * caller, read no record, and are the same for everybody. The page takes any query: an older label has its code there.
 */
export function addPages(serve: Serve, appLinks: AppLinks, answers: StaticAnswers): void {
  const pageIn = (language: Locale) => staticContent(() => pairContent(language, appLinks));
  const pages: Readonly<Record<Locale, StaticContent>> = { en: pageIn('en'), uz: pageIn('uz'), ru: pageIn('ru') };
  serve(PAIR, (ctx) => answers.send(ctx, PAIR, () => pages[languageOf(ctx)]));
  addFile(serve, answers, ANDROID, assetLinks(appLinks));
  addFile(serve, answers, IOS, appleAssociation(appLinks));
}

/**
 * Leads a browser from `/` to the console, or shows it a page of links where there is none. Any other client gets the contract's
 * 404.
 */
export function home(answers: StaticAnswers, hasConsole: boolean): WireMiddleware {
  const page = staticContent(() => pageContent(homePage(), ASKED_AGAIN, ['Accept']));
  return (ctx, next) => {
    if (ctx.path !== HOME || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.vary('Accept');
    if (!asksForPage(ctx)) return next();
    return hasConsole ? toConsole(ctx, answers) : answers.send(ctx, HOME, () => page);
  };
}

async function toConsole(ctx: RestContext, answers: StaticAnswers): Promise<void> {
  ctx.state.route = HOME;
  await answers.count(ctx, HOME);
  ctx.set('Cache-Control', ASKED_AGAIN);
  ctx.redirect('/console');
}

function pairContent(language: Locale, appLinks: AppLinks): Content {
  const content = pageContent(pairPage(language, appLinks), KEPT_BY_NOBODY, ['Accept-Language']);
  return { ...content, headers: { ...content.headers, 'Content-Language': language } };
}

/** Without a configured app, the path does not exist. */
function addFile(serve: Serve, answers: StaticAnswers, path: string, file: object | undefined): void {
  const body = file && JSON.stringify(file);
  const content =
    body && staticContent(() => ({ body, type: 'application/json; charset=utf-8', cacheControl: FOR_MINUTES }));
  serve(path, (ctx, next) => (content ? answers.send(ctx, path, () => content) : next()));
}

/** The language of the link that was followed, else that of the browser. */
function languageOf(ctx: KoaContext): (typeof LANGUAGES)[number] {
  const chosen = LANGUAGES.find((language) => ctx.querystring.split('&').includes(`lang=${language}`));
  const preferred = ctx.acceptsLanguages([...LANGUAGES]);
  return chosen ?? LANGUAGES.find((language) => language === preferred) ?? 'en';
}
