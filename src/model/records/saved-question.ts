import { many } from '../edge.ts';
import { DATA_SETS } from '../enums.ts';
import {
  answer,
  boolean,
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

const name = text('Its name, for people.', 1, 120);
const query = json('The question, as the field of its data set takes it: `salesMetrics(query: …)`.');

export const SavedQuestionRecord = record(
  'SavedQuestion',
  'A question that an analyst has kept, to ask it again. Whoever asks it needs the rights that it needs.',
  {
    id: id('The id.'),
    name: name.input().filter().sort().search(),
    description: text('What it is for.', 0, 1000).nullable().input().search(),
    dataSet: oneOf('DataSet', DATA_SETS, 'What it asks.').filter().sort(),
    query,
    shared: boolean('Whether everybody may read and ask it; otherwise its owner alone knows of it.').input().filter(),
    ownerId: id('The admin who made it.').filter(),
    revision: revision(),
    createdAt: time('When it was made.').filter().sort(),
    updatedAt: time('When it was last changed.').filter().sort(),
  },
  {
    owner: adminBy('ownerId', 'The admin who made it.'),
    revisions: many('SavedQuestionRevision', 'questionId', 'What it was, the present revision first.')
      .by('number', 'DESC')
      .open('a part of the question itself'),
  },
);

export type StoredSavedQuestion = Stored<typeof SavedQuestionRecord>;
export type SavedQuestionView = View<typeof SavedQuestionRecord>;

export const SavedQuestionRevisionRecord = record(
  'SavedQuestionRevision',
  'What a saved question was; nobody changes it any more.',
  {
    id: id('The id.'),
    questionId: id('').internal(),
    number: integer('Its `revision` then, from 1.').sort(),
    name,
    query,
    changedById: id('The admin who made it so.'),
    changedAt: time('When it became so.'),
  },
  {
    changedBy: adminBy('changedById', 'The admin who made it so.'),
  },
);

export const DeletedSavedQuestionRecord = answer('DeletedSavedQuestion', 'The result of a deleted question.', {
  id: id('The id that it had.'),
  deleted: boolean('Always true.'),
});
