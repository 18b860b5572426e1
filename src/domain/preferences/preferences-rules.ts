import type { ViewedList } from '../../model/enums.ts';
import type { PreferencesView } from '../../model/records/preferences.ts';
import { isTimeZone, replacementOf, timeZoneProblem } from '../../model/time-zones.ts';
import type { StoredPreferences } from '../../persistence/preferences/preferences-repository.ts';
import { type DomainError, fieldProblem, validationFailed } from '../kernel/errors.ts';

export const NO_PREFERENCES: StoredPreferences = {
  language: null,
  theme: null,
  density: null,
  timeZone: null,
  pageSize: null,
  defaultViews: {},
};

/** A saved view that an admin sees. */
interface VisibleView {
  readonly id: string;
  readonly list: ViewedList;
}

/**
 * Preferences as the admin sees them, with defaults in place of what was never set.
 * @param visible the default views that still exist and that the admin sees
 */
export function viewPreferences(
  { language, theme, density, timeZone, pageSize }: StoredPreferences,
  visible: readonly VisibleView[],
): PreferencesView {
  return {
    language: language ?? null,
    theme: theme ?? 'SYSTEM',
    density: density ?? 'COMFORTABLE',
    // A zone that was stored under a name that is no longer valid.
    timeZone: timeZone ? (replacementOf(timeZone) ?? timeZone) : null,
    pageSize: pageSize ?? 50,
    defaultViews: visible.map(({ list, id }) => ({ list, viewId: id })).sort((a, b) => (a.list < b.list ? -1 : 1)),
  };
}

/** The error of an unknown time zone: 400 VALIDATION_FAILED. */
export function timeZoneError(timeZone: string | null | undefined): DomainError | undefined {
  if (!timeZone || isTimeZone(timeZone)) return undefined;
  return validationFailed([timeZoneProblem('timeZone', timeZone)]);
}

/** A default view as an admin gives it; null for none. */
interface GivenDefault {
  readonly list: ViewedList;
  readonly viewId?: string | null;
}

/** The error of default views that name a list twice, or a view that the admin does not see or that is of another list: 400 VALIDATION_FAILED. */
export function defaultViewsError(
  given: readonly GivenDefault[],
  visible: readonly VisibleView[],
): DomainError | undefined {
  const problems = given.flatMap(({ list, viewId }, at) => {
    if (given.findIndex((other) => other.list === list) < at) {
      return [fieldProblem(`defaultViews[${at}].list`, 'LIST_TWICE')];
    }
    const isKnown = !viewId || visible.some((view) => view.id === viewId.toLowerCase() && view.list === list);
    return isKnown ? [] : [fieldProblem(`defaultViews[${at}].viewId`, 'NO_VISIBLE_VIEW')];
  });
  return problems.length > 0 ? validationFailed(problems) : undefined;
}

/** The default views by list, after an admin has changed some of them. */
export function withDefaults(
  stored: Readonly<Record<string, string>>,
  given: readonly GivenDefault[],
): Readonly<Record<string, string>> {
  const changed = { ...stored, ...Object.fromEntries(given.map(({ list, viewId }) => [list, viewId?.toLowerCase()])) };
  return Object.fromEntries(Object.entries(changed).flatMap(([list, id]) => (id ? [[list, id]] : [])));
}
