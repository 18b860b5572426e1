import { many } from '../edge.ts';
import { DATA_SETS } from '../enums.ts';
import {
  boolean,
  deletion,
  id,
  integer,
  json,
  oneOf,
  record,
  revision,
  type Stored,
  text,
  time,
  type View,
} from '../record.ts';
import { adminBy } from './admin.ts';

const name = text('Its name, to display.', 1, 120).named();
const dataSet = oneOf('DataSet', DATA_SETS, 'The data set that it queries.');
const question = json(
  'The question as `createSavedQuestion` takes it, so that it can be changed and sent again: `{ sales: … }`, of which the member is what `salesMetrics(query: …)` takes. Null for roles that may not ask it: its filter can name a customer.',
).nullable();

export const SavedQuestionRecord = record(
  'SavedQuestion',
  'A question that an analyst has saved to ask again. It runs with the rights of whoever asks it.',
  {
    id: id('The id.'),
    name: name.input().filter().sort().search(),
    description: text('What it is for.', 0, 1000).lines().nullable().input().search(),
    dataSet: dataSet.filter().sort(),
    question,
    shared: boolean('Whether everybody may read and ask it; otherwise only its owner may.').input().filter(),
    ownerId: id('The admin who created it.').filter(),
    revision: revision(),
    createdAt: time('When it was created.').filter().sort(),
    updatedAt: time('When it was last changed.').filter().sort(),
  },
  {
    owner: adminBy('ownerId', 'The admin who created it.'),
    revisions: many('SavedQuestionRevision', 'questionId', 'Its revisions, the current one first.')
      .by('number', 'DESC')
      .open('a part of the question itself'),
  },
);

export type StoredSavedQuestion = Stored<typeof SavedQuestionRecord>;
export type SavedQuestionView = View<typeof SavedQuestionRecord>;

export const SavedQuestionRevisionRecord = record(
  'SavedQuestionRevision',
  'A revision of a saved question; it never changes.',
  {
    id: id('The id.'),
    questionId: id('').internal(),
    number: integer('The `revision` of the question, from 1.').sort(),
    name,
    dataSet,
    question,
    changedById: id('The admin who created the revision.'),
    changedAt: time('When the revision was created.'),
  },
  {
    changedBy: adminBy('changedById', 'The admin who created the revision.'),
  },
);

export const DeletedSavedQuestionRecord = deletion('DeletedSavedQuestion', 'question');
