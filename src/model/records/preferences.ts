import { DENSITIES, LOCALES, THEMES, VIEWED_LISTS } from '../enums.ts';
import { answer, id, integer, oneOf, part, parts, text, type View } from '../record.ts';

export const DefaultViewRecord = answer('DefaultView', 'The saved view that a list begins with.', {
  list: oneOf('ViewedList', VIEWED_LISTS, 'The list.'),
  viewId: id('The id of the saved view.'),
});

export const PreferencesRecord = answer('Preferences', 'How an admin wants screens to be, on every device.', {
  language: oneOf(
    'Locale',
    LOCALES,
    'The language of screens; null: none was chosen, and screens begin in that of the browser.',
  ).nullable(),
  theme: oneOf('Theme', THEMES, 'The colors of screens; default SYSTEM.'),
  density: oneOf('Density', DENSITIES, 'The height of the rows of lists; default COMFORTABLE.'),
  timeZone: text(
    'The IANA time zone in which screens show times, such as `Europe/Istanbul`; null: the business time zone, which is the default.',
    1,
    64,
  ).nullable(),
  pageSize: integer('The rows of a page of a list, 10 to 100; default 50.', 10, 100),
  defaultViews: parts(
    DefaultViewRecord,
    'The saved views that lists begin with: those that the admin still sees, one for a list at most.',
  ),
});

export const SetPreferencesRecord = answer('SetPreferences', 'The result of changed preferences.', {
  preferences: part(PreferencesRecord, 'How the admin wants screens to be now.'),
});

export type PreferencesView = View<typeof PreferencesRecord>;
