import type Router from '@koa/router';
import type { Context as KoaContext } from 'koa';
import { routeNotFound } from '../errors.ts';
import { type ApiSettings, describeApi } from '../openapi/describe-api.ts';
import { type PackedText, packed } from '../openapi/packed-text.ts';
import { pagesOf } from '../openapi/page/pages.ts';
import type { RequestState } from '../request-state.ts';
import { maxFileBytes, maxFormBytes, type TransportSettings } from '../router.ts';
import type { EXTRA_PATHS } from './downloads.ts';

const FILE: keyof typeof EXTRA_PATHS = '/v1/openapi.json';
const PAGE: keyof typeof EXTRA_PATHS = '/v1/docs';
const PAGE_OF_ONE: keyof typeof EXTRA_PATHS = '/v1/docs/:operationId';
/** It changes with the version of the service and with its settings: clients may cache it for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';

type DescriptionContext = KoaContext & { state: RequestState };

interface Description {
  readonly file: PackedText;
  /** By operation; the first page under the empty name. */
  readonly pages: ReadonlyMap<string, PackedText>;
  /** The Content-Security-Policy of the pages. */
  readonly policy: string;
}

/**
 * Serves the description of the API as a file and as pages. It is made at the first request, and everyone may read it: authors
 * of devices, apps and sites have no session, and it has nothing that is not the same for all of them.
 */
export function addDescription(router: Router, settings: TransportSettings): void {
  let made: Promise<Description> | undefined;
  const description = () => {
    made ??= describe(settings);
    return made;
  };
  router.register(FILE, ['GET'], async (ctx) => {
    const { file } = await description();
    send(ctx as unknown as DescriptionContext, FILE, file, 'application/json; charset=utf-8');
  });
  for (const path of [PAGE, PAGE_OF_ONE]) {
    router.register(path, ['GET'], async (ctx) => {
      const { pages, policy } = await description();
      const page = pages.get(ctx.params.operationId ?? '');
      if (!page) throw routeNotFound();
      ctx.set('Content-Security-Policy', policy);
      send(ctx as unknown as DescriptionContext, path, page, 'text/html; charset=utf-8');
    });
  }
}

function send(ctx: DescriptionContext, route: string, text: PackedText, type: string): void {
  ctx.state.route = route;
  ctx.set('Cache-Control', CACHE_CONTROL);
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  ctx.set('ETag', text.etag);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
  ctx.type = type;
  if (encoding === 'br' || encoding === 'gzip') ctx.set('Content-Encoding', encoding);
  ctx.body = encoding === 'br' || encoding === 'gzip' ? text[encoding] : text.identity;
}

async function describe({ runtime, cookie, brand, jsonBodyLimitBytes }: TransportSettings): Promise<Description> {
  const { publicUrl, firmwareMaxBytes } = runtime.settings;
  const settings: ApiSettings = {
    publicUrl,
    cookie: cookie.name,
    brand,
    maxJsonBytes: jsonBodyLimitBytes,
    maxFileBytes: maxFileBytes(firmwareMaxBytes),
    maxFormBytes: maxFormBytes(firmwareMaxBytes),
    servesFiles: runtime.servedFiles !== undefined,
  };
  const api = describeApi(settings);
  const { texts, policy } = pagesOf(api);
  const [file, ...pages] = await Promise.all([
    packed(JSON.stringify(api)),
    ...[...texts].map(async ([name, html]) => [name, await packed(html)] as const),
  ]);
  return { file, pages: new Map(pages), policy };
}
