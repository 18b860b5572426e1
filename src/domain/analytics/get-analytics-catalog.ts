import { constantName } from '../../model/enums.ts';
import type { AnalyticsCatalogView } from '../../model/records/analytics-table.ts';
import { isAdditive, isSummed } from '../../persistence/analytics/query-parts.ts';
import { askError } from '../edge-guards.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { questionSets } from './question-sets.ts';
import { labelOf, unitOf } from './question-view.ts';

export const getAnalyticsCatalog = operation({
  name: 'getAnalyticsCatalog',
  summary:
    'Shows what analysts can ask: every data set with its metrics and dimensions, their meaning, unit and formula.',
  beyond: { why: 'questions need names with a meaning', graphqlOnly: true },
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'FIRMWARE_MANAGER', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: NoInput,
  async handle({ now, principal }): Promise<AnalyticsCatalogView> {
    return {
      dataSets: questionSets.map(({ set, list }) => ({
        dataSet: set.name,
        field: `${set.prefix.charAt(0).toLowerCase()}${set.prefix.slice(1)}Metrics`,
        description: set.description,
        times: set.times,
        metrics: Object.entries(set.metrics).map(([key, metric]) => ({
          key: constantName(key),
          label: labelOf(constantName(key)),
          description: metric.description,
          type: metric.type,
          unit: unitOf(metric, null),
          formula: metric.formula ?? null,
          additive: isAdditive(set.at(now), metric),
          cumulative: isSummed(set.at(now), metric),
          needs: metric.needs ?? [],
          allowed: !askError(principal, list, metric.needs),
        })),
        dimensions: Object.entries(set.dimensions).map(([key, { description, type, needs }]) => ({
          key,
          label: labelOf(key),
          description,
          type,
          needs,
          allowed: !askError(principal, list, needs),
        })),
        numbers: Object.entries(set.numbers).map(([key, found]) => ({
          key,
          label: labelOf(key),
          description: found.description,
          type: found.type,
          unit: found.unit ?? null,
          needs: found.needs,
          allowed: !askError(principal, list, found.needs),
        })),
        moments: Object.entries(set.moments).map(([key, { description, needs }]) => ({
          key,
          label: labelOf(key),
          description,
          needs,
          allowed: !askError(principal, list, needs),
        })),
        allowed: !askError(principal, list),
      })),
    };
  },
});
