import type Router from '@koa/router';
import type { Context as KoaContext } from 'koa';
import { LOCALES } from '../../model/enums.ts';
import { type AppLinks, appleAssociation, assetLinks, PAIR_PATH } from '../pages/app-links.ts';
import { homePage } from '../pages/home-page.ts';
import { sendPage } from '../pages/page.ts';
import { pairPage } from '../pages/pair-page.ts';
import type { RequestState, WireMiddleware } from '../request-state.ts';
import type { EXTRA_PATHS } from './downloads.ts';

type PageContext = KoaContext & { state: RequestState };

const PAIR: keyof typeof EXTRA_PATHS = PAIR_PATH;
const ANDROID: keyof typeof EXTRA_PATHS = '/.well-known/assetlinks.json';
const IOS: keyof typeof EXTRA_PATHS = '/.well-known/apple-app-site-association';
const HOME = '/';

/** The best of these languages for a reader who asks for others as well; English for one who asks for none of them. */
const LANGUAGES = ['en', 'uz', 'ru'] as const;

/**
 * Serves the page of labels, and the files by which phones let the companion app open it. Not operations: they have no
 * caller, read no record, and are the same for everybody. The page takes any query: an older label has its code there.
 */
export function addPages(router: Router, appLinks: AppLinks): void {
  const pages = new Map(LOCALES.map((locale) => [locale, pairPage(locale, appLinks)]));
  router.register(PAIR, ['GET'], (ctx) => {
    ctx.state.route = PAIR;
    const language = languageOf(ctx);
    const page = pages.get(language);
    if (page) sendPage(ctx, page);
    ctx.set('Content-Language', language);
    ctx.vary('Accept-Language');
  });
  addFile(router, ANDROID, assetLinks(appLinks));
  addFile(router, IOS, appleAssociation(appLinks));
}

/** Answers a browser at `/` with the page that leads on. For anything else there is nothing, as the contract has it. */
export function home(): WireMiddleware {
  const page = homePage();
  return (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (ctx.path !== HOME || !isRead) return next();
    ctx.vary('Accept');
    if (ctx.accepts('application/json', 'text/html') !== 'text/html') return next();
    ctx.state.route = HOME;
    sendPage(ctx, page);
    return undefined;
  };
}

/** Where no app is configured, there is no such path. */
function addFile(router: Router, path: keyof typeof EXTRA_PATHS, content: object | undefined): void {
  router.register(path, ['GET'], (ctx, next) => {
    if (!content) return next();
    (ctx as unknown as PageContext).state.route = path;
    ctx.body = content;
    return undefined;
  });
}

/** The language of the link that was followed, else that of the browser. */
function languageOf(ctx: KoaContext): (typeof LANGUAGES)[number] {
  const chosen = LANGUAGES.find((language) => ctx.querystring.split('&').includes(`lang=${language}`));
  const preferred = ctx.acceptsLanguages([...LANGUAGES]);
  return chosen ?? LANGUAGES.find((language) => language === preferred) ?? 'en';
}
