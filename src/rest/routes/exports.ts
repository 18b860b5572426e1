import { fileExports } from '../../domain/exports.ts';
import { exportFile } from '../export-file.ts';
import type { Serve } from '../request-state.ts';
import type { Route } from '../route.ts';
import { answer, type TransportSettings } from '../router.ts';
import type { EXTRA_PATHS } from './downloads.ts';

const PATH: keyof typeof EXTRA_PATHS = '/v1/admin/exports/:list';

/** The exports as routes, by their names in the path. */
export const exportRoutes: ReadonlyMap<string, Route> = new Map(
  [...fileExports].map(([list, operation]) => [
    list,
    {
      method: 'GET',
      path: PATH.replace(':list', list),
      status: 200,
      operation,
      adapter: exportFile,
      jsonParameters: ['filter', 'sort', 'query'],
    },
  ]),
);

/** Serves the exports of lists and of the answers to questions. HEAD comes with GET; a list that is not there is an unknown route. */
export function addExports(serve: Serve, settings: TransportSettings): void {
  serve(PATH, (ctx, next) => {
    const route = exportRoutes.get(String(ctx.params.list));
    return route ? answer(ctx, route, settings) : next();
  });
}
