import { Type } from 'typebox';
import { VIEWED_LISTS } from '../../model/enums.ts';
import { DefaultViewRecord, PreferencesRecord, SetPreferencesRecord } from '../../model/records/preferences.ts';
import { findPreferences, storePreferences } from '../../persistence/preferences/preferences-repository.ts';
import { anyAdmin } from '../kernel/access.ts';
import { changesBetween, withoutEqual } from '../kernel/changes.ts';
import { throwIf } from '../kernel/errors.ts';
import { clearable, described, fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { findVisibleViews } from '../views/store.ts';
import { defaultViewsError, NO_PREFERENCES, timeZoneError, withDefaults } from './preferences-rules.ts';
import { preferencesOf } from './read-preferences.ts';

const { language, theme, density, timeZone, pageSize, defaultViews } = PreferencesRecord.fields;

const defaultViewInput = fields(
  {
    list: schemaOf(DefaultViewRecord.fields.list),
    viewId: clearable(described(Type.String({ format: 'uuid' }), 'The id of the saved view; null for none.')),
  },
  { title: 'DefaultViewInput', about: 'The saved view that a list begins with.' },
);

const SET = ['language', 'theme', 'density', 'timeZone', 'pageSize', 'defaultViews'] as const;

export const setPreferences = operation({
  name: 'setPreferences',
  summary: 'Sets how the caller wants screens to be. What is missing stays; null is the default again.',
  beyond: { why: 'people use screens on several devices, in three languages', graphqlOnly: true },
  access: anyAdmin(),
  // A script has no screens.
  admission: { peopleOnly: true },
  limit: 60,
  effect: 'write',
  // Two calls of one admin that has no row yet would both make it.
  transaction: { serialize: 'setPreferences', each: 'caller' },
  answers: SetPreferencesRecord,
  input: fields({
    language: clearable(schemaOf(language)),
    theme: clearable(schemaOf(theme)),
    density: clearable(schemaOf(density)),
    timeZone: clearable(schemaOf(timeZone)),
    pageSize: clearable(schemaOf(pageSize)),
    defaultViews: Type.Optional(
      described(
        Type.Array(defaultViewInput, { maxItems: VIEWED_LISTS.length }),
        `${defaultViews.spec.description} Lists that are not named keep theirs.`,
      ),
    ),
  }),
  async handle({ em, now, principal, audit, unchanged }, { defaultViews: given = [], ...wanted }) {
    const { adminId } = principal;
    throwIf(timeZoneError(wanted.timeZone));
    const named = given.flatMap(({ viewId }) => viewId ?? []);
    throwIf(defaultViewsError(given, await findVisibleViews(em, named, adminId)));
    const before = (await findPreferences(em, adminId)) ?? NO_PREFERENCES;
    const changed = withoutEqual(before, { ...wanted, defaultViews: withDefaults(before.defaultViews, given) });
    if (Object.keys(changed).length === 0) return unchanged({ preferences: await preferencesOf(em, adminId, before) });
    const after = { ...before, ...changed };
    await storePreferences(em, adminId, after, now);
    audit({ target: { kind: 'Admin', id: adminId }, changes: changesBetween(before, after, SET) });
    return { preferences: await preferencesOf(em, adminId, after) };
  },
});
