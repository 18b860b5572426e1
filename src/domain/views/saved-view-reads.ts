import { SavedViewRecord, type SavedViewView } from '../../model/records/saved-view.ts';
import { savedViewList } from '../../persistence/views/saved-view-list.ts';
import { reader } from '../reader.ts';
import { viewFor } from './saved-view-rules.ts';

export const savedViewReader = { ...reader(SavedViewRecord, savedViewList), shownTo: viewFor<SavedViewView> };
