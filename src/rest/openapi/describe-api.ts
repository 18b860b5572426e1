import { setImmediate } from 'node:timers/promises';
import type { Method } from '../route.ts';
import { groups } from '../route-table.ts';
import { exportRoutes } from '../routes/exports.ts';
import { Components } from './components.ts';
import { extraPaths, SERVICE_TAG } from './describe-extra-paths.ts';
import { type DescriptionSettings, describeRoute } from './describe-route.ts';
import type { OpenApiDocument, OperationObject, PathItem } from './document-types.ts';
import { INTRODUCTION } from './introduction.ts';

/** The label of the contract's revision. */
const CONTRACT_REVISION = '2026-09-10';

const EXPORTS = { name: 'Exports', description: 'Whole lists, and answers to questions, as files.' };

export interface ApiSettings extends DescriptionSettings {
  /** Whether the service serves firmware images itself, or a storage does (S3). */
  readonly servesFiles: boolean;
}

/** The description of all that REST serves, from the table of routes, the operations and the records. */
export function describeApi(settings: ApiSettings): OpenApiDocument {
  const steps = describedBySteps(settings);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, in a turn of the event loop for each route: no request waits for all of them. */
export async function describeApiBetweenRequests(settings: ApiSettings): Promise<OpenApiDocument> {
  const steps = describedBySteps(settings);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate();
  }
}

function* describedBySteps(settings: ApiSettings): Generator<undefined, OpenApiDocument> {
  const components = new Components();
  const paths: Record<string, Record<string, OperationObject>> = {};
  const add = (method: Method, path: string, operation: OperationObject) => {
    const written = openApiPath(path);
    paths[written] = { ...paths[written], [method.toLowerCase()]: operation };
  };
  for (const { name, routes } of groups) {
    for (const route of routes) {
      add(route.method, route.path, describeRoute(components, route, name, settings));
      yield;
    }
  }
  for (const route of exportRoutes.values()) {
    add(route.method, route.path, describeRoute(components, route, EXPORTS.name, settings));
    yield;
  }
  for (const [path, { get }] of Object.entries(extraPaths(components, settings, settings.servesFiles))) {
    if (get) add('GET', path, get);
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Karvon',
      version: CONTRACT_REVISION,
      description: INTRODUCTION,
      license: { name: 'UNLICENSED', url: settings.publicUrl },
    },
    servers: [{ url: settings.publicUrl, description: 'This installation.' }],
    tags: [...groups, EXPORTS, SERVICE_TAG].map(({ name, description }) => ({ name, description })),
    paths: paths as Readonly<Record<string, PathItem>>,
    components: components.toJSON(),
  };
}

/** `/v1/admin/sales/:id` as OpenAPI writes it: `/v1/admin/sales/{id}`. */
export function openApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
