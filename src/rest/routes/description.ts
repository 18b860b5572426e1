import { routeNotFound } from '../errors.ts';
import { type ApiSettings, describeApiBetweenRequests } from '../openapi/describe-api.ts';
import { pagesOf } from '../openapi/page/pages.ts';
import type { Serve } from '../request-state.ts';
import { maxFileBytes, maxFormBytes, type TransportSettings } from '../router.ts';
import type { StaticAnswers } from '../static/static-answers.ts';
import { type StaticContent, staticContent } from '../static/static-content.ts';
import type { EXTRA_PATHS } from './downloads.ts';

const FILE: keyof typeof EXTRA_PATHS = '/v1/openapi.json';
const PAGE: keyof typeof EXTRA_PATHS = '/v1/docs';
const PAGE_OF_ONE: keyof typeof EXTRA_PATHS = '/v1/docs/:operationId';
/** It changes with the version of the service and with its settings: clients may cache it for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';

interface Description {
  readonly file: StaticContent;
  /** By operation; the first page under the empty name. */
  readonly pages: ReadonlyMap<string, StaticContent>;
}

/**
 * Serves the description of the API as a file and as pages. It is made at the first request, and everyone may read it: authors
 * of devices, apps and sites have no session, and it has nothing that is not the same for all of them.
 */
export function addDescription(serve: Serve, answers: StaticAnswers, settings: TransportSettings): void {
  let made: Promise<Description> | undefined;
  const description = () => {
    made ??= describe(settings).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  serve(FILE, async (ctx) => {
    const { file } = await description();
    await answers.send(ctx, FILE, () => file);
  });
  for (const path of [PAGE, PAGE_OF_ONE]) {
    serve(path, async (ctx) => {
      const { pages } = await description();
      const page = pages.get(ctx.params.operationId ?? '');
      if (!page) throw routeNotFound();
      await answers.send(ctx, path, () => page);
    });
  }
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
  const api = await describeApiBetweenRequests(settings);
  const { names, textOf, policy } = pagesOf(api);
  const page = (name: string) =>
    staticContent(() => ({
      body: textOf(name) ?? '',
      type: 'text/html; charset=utf-8',
      cacheControl: CACHE_CONTROL,
      headers: { 'Content-Security-Policy': policy },
    }));
  return {
    file: staticContent(() => ({
      body: JSON.stringify(api),
      type: 'application/json; charset=utf-8',
      cacheControl: CACHE_CONTROL,
    })),
    pages: new Map([...names].map((name) => [name, page(name)])),
  };
}
