import type { Config } from './config.ts';
import type { Runtime } from './domain/kernel/operation.ts';
import { createGraphqlTransport } from './graphql/server.ts';
import type { Logger } from './log.ts';
import { latestFigures } from './platform/telemetry/metric-sources.ts';
import { createRestApp } from './rest/app.ts';
import type { ConsoleState } from './rest/console/console-build.ts';
import { graphqlWire } from './rest/graphql-wire.ts';
import { jsonBodyReader } from './rest/middleware/json-body.ts';
import { sessionCookie } from './rest/middleware/session-cookie.ts';
import { StaticAnswers } from './rest/static/static-answers.ts';
import type { Stores } from './stores.ts';

/**
 * REST with its pages, and GraphQL, which it serves.
 * @param closing gets what has to be closed
 */
export async function openTransports(
  closing: AsyncDisposableStack,
  config: Config,
  { changes, ping }: Stores,
  runtime: Runtime,
  ownConsole: ConsoleState,
  log: Logger,
) {
  const routerSettings = {
    runtime,
    cookie: sessionCookie(config.sessionCookieName, config.publicUrl),
    brand: config.brand,
    jsonBodyLimitBytes: config.jsonBodyLimitBytes,
    readBody: jsonBodyReader(config.jsonBodyLimitBytes),
  };
  const staticAnswers = new StaticAnswers(runtime.instanceLimits);
  const ofConsole = ownConsole.kind === 'built' ? ownConsole.build.manifest : undefined;
  const graphql = await createGraphqlTransport(graphqlWire(routerSettings, staticAnswers, log), {
    runtime,
    changes,
    trustedDocuments: { ...config.trustedDocuments, ofConsole },
  });
  closing.defer(() => graphql.stop());
  const lastBackup = latestFigures(
    () => ping.backups(),
    () => undefined,
  );
  const application = await createRestApp(
    {
      ...routerSettings,
      log,
      trustedProxies: config.trustedProxies,
      allowedOrigins: config.allowedOrigins,
      publicSiteOrigins: config.publicSiteOrigins,
      https: config.publicUrl.protocol === 'https:',
      appLinks: config.appLinks,
      staticAnswers,
      console: ownConsole,
      // Whoever asks about the health learns of the database from the answer.
      lastBackup: config.backupSchedule && lastBackup,
    },
    [graphql.middleware, graphql.live],
  );
  return { graphql, application };
}
