import { VIEWED_LISTS } from '../enums.ts';
import {
  boolean,
  deletion,
  id,
  json,
  oneOf,
  record,
  revision,
  type Stored,
  text,
  texts,
  time,
  type View,
} from '../record.ts';
import { adminBy } from './admin.ts';

export const SavedViewRecord = record(
  'SavedView',
  'A view of a list that an admin has saved: a filter, an order, a search and columns.',
  {
    id: id('The id.'),
    name: text('Its name, to display.', 1, 120).named().input().filter().sort().search(),
    list: oneOf('ViewedList', VIEWED_LISTS, 'The list that it shows.').filter().sort(),
    query: json(
      '`filter`, `sort` and `search` as they were given: a client passes them on as variables, as in `sales(filter: $filter, sort: $sort, search: $search)`. Null for roles that may not ask the list for it: a filter can name a customer.',
    ).nullable(),
    columns: texts(
      'The columns in their order: fields of the record, or fields of a record that it leads to, such as `customer.fullName`.',
    ),
    shared: boolean('Whether everybody sees it; otherwise only its owner does.').input().filter(),
    ownerId: id('The admin who created it.').filter(),
    revision: revision(),
    createdAt: time('When it was created.').filter().sort(),
    updatedAt: time('When it was last changed.').filter().sort(),
  },
  {
    owner: adminBy('ownerId', 'The admin who created it.'),
  },
);

export type StoredSavedView = Stored<typeof SavedViewRecord>;
export type SavedViewView = View<typeof SavedViewRecord>;

export const DeletedSavedViewRecord = deletion('DeletedSavedView', 'view');
