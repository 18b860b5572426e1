import type { RequestListener } from 'node:http';
import Koa, { type ParameterizedContext } from 'koa';
import type { DomainError } from '../domain/kernel/errors.ts';
import type { Logger } from '../log.ts';
import { callOf } from './call.ts';
import type { ConsoleState } from './console/console-build.ts';
import { deviceRequestHandler } from './device-requests.ts';
import { accessLog } from './middleware/access-log.ts';
import { cors } from './middleware/cors.ts';
import { csrf } from './middleware/csrf.ts';
import { errors, replaceDefaultErrorHandler } from './middleware/errors.ts';
import { shortNegotiation } from './middleware/negotiation.ts';
import { requestId } from './middleware/request-id.ts';
import { deviceHeaders, securityHeaderPairs, securityHeaders } from './middleware/security-headers.ts';
import { cleanPath } from './middleware/text-guard.ts';
import { nearestPaths } from './nearest-paths.ts';
import type { AppLinks } from './pages/app-links.ts';
import { setRateLimitHeaders } from './rate-limit-headers.ts';
import type { RequestState, WireMiddleware } from './request-state.ts';
import { table } from './route-table.ts';
import { fixedRoutes, isFormRequest, maxFormBytes, restRouter, servedBy, type TransportSettings } from './router.ts';
import { addConsole } from './routes/console.ts';
import { addDescription } from './routes/description.ts';
import { addDownloads, EXTRA_PATHS } from './routes/downloads.ts';
import { addExports } from './routes/exports.ts';
import { addPages, home } from './routes/pages.ts';
import { addProbes } from './routes/probes.ts';
import { clientAddress } from './server/client-ip.ts';
import type { UploadLimits } from './server/server.ts';
import type { StaticAnswers } from './static/static-answers.ts';
import { whileDatabaseAnswers } from './while-database-answers.ts';

/** A firmware image over a slow line. */
const UPLOAD_TIMEOUT_MS = 300_000;

/** Limits of the HTTP server for uploads. */
export function uploadLimits(firmwareMaxBytes: number): UploadLimits {
  return {
    matches: isFormRequest(table),
    maxBodyBytes: maxFormBytes(firmwareMaxBytes),
    requestTimeoutMs: UPLOAD_TIMEOUT_MS,
  };
}

export interface RestSettings extends TransportSettings {
  readonly log: Logger;
  readonly trustedProxies: number;
  /** The origins whose pages may use the session cookie, PUBLIC_URL's among them. */
  readonly allowedOrigins: readonly string[];
  /** The origins whose pages may send preorders and view events; undefined: every origin. */
  readonly publicSiteOrigins: readonly string[] | undefined;
  /** Whether PUBLIC_URL is https. */
  readonly https: boolean;
  readonly appLinks: AppLinks;
  readonly staticAnswers: StaticAnswers;
  readonly console: ConsoleState;
  /** When the last backup of the schedule ended, for the log line of `/health`; undefined without a schedule. */
  readonly lastBackup: (() => object | undefined) | undefined;
}

/** Frequent routes, whose successes are logged at level debug. */
const ROUTINE_ROUTES = new Set([
  '/health',
  '/v1/devices/heartbeat',
  '/v1/firmware/latest',
  '/v1/firmware/report',
  '/v1/devices/pair/issuer-keys',
  ...Object.keys(EXTRA_PATHS),
]);

/**
 * The Koa application: middleware and routes, behind the direct handler of frequent device requests.
 * @param transports other transports on the same server (GraphQL), before the routes
 * @returns the HTTP server's callback
 */
export async function createRestApp(
  settings: RestSettings,
  transports: readonly WireMiddleware[] = [],
): Promise<RequestListener> {
  const app = new Koa<RequestState>();
  const { log, brand, staticAnswers } = settings;
  const hasConsole = settings.console.kind === 'built';
  const headers = await securityHeaderPairs(settings.https);
  const isRoutine = (route: string) => ROUTINE_ROUTES.has(route);
  replaceDefaultErrorHandler(app, { log, brand });
  app.use(requestId);
  app.use(clientAddress(settings.trustedProxies));
  app.use(shortNegotiation);
  const { answered } = settings.runtime.telemetry;
  const detailOf = (route: string) => (route === '/health' ? { backup: settings.lastBackup?.() } : undefined);
  app.use(accessLog({ log, isRoutine, answered, detailOf }));
  app.use(securityHeaders(headers));
  app.use(cors(settings));
  app.use(errors({ log, brand, hasConsole, limitErrors: errorLimiter(settings), nearestPaths }));
  app.use((ctx, next) =>
    whileDatabaseAnswers(next(), settings.runtime.databaseAnswers, () => ctx.headerSent || ctx.res.closed),
  );
  app.use(cleanPath);
  app.use(csrf(settings.cookie, settings.allowedOrigins));
  app.use(fixedRoutes(table, settings));
  for (const transport of transports) app.use(transport);
  app.use(home(staticAnswers, hasConsole));
  const router = restRouter(table, settings);
  const serve = servedBy(router);
  addDownloads(serve, settings);
  addProbes(serve, settings);
  addExports(serve, settings);
  addPages(serve, settings.appLinks, staticAnswers);
  addDescription(serve, staticAnswers, settings);
  addConsole(serve, staticAnswers, settings.console, settings.cookie);
  app.use(router.routes() as unknown as WireMiddleware);
  app.use(router.allowedMethods() as unknown as WireMiddleware);
  const answeredByKoa = app.callback();
  const handledForDevices = deviceRequestHandler(table, {
    ...settings,
    isRoutine,
    answered,
    headers: deviceHeaders(headers),
  });
  return (req, res) => {
    if (!handledForDevices(req, res)) void answeredByKoa(req, res);
  };
}

/** Counts client errors that no operation counts, for the caller. */
function errorLimiter(settings: TransportSettings) {
  const { clientErrors } = settings.runtime;
  return async (ctx: ParameterizedContext<RequestState>, domainError: DomainError): Promise<DomainError> => {
    const call = ctx.state.call ?? callOf(ctx, settings, 'REST');
    const answered = await clientErrors.limit(call, domainError);
    if (answered.kind === 'rateLimited' && call.rateLimit) setRateLimitHeaders(ctx.res, call.rateLimit);
    return answered;
  };
}
