import { PreorderRecord } from '../../model/records/preorder.ts';
import { PreorderSettingsRecord } from '../../model/records/settings.ts';
import { connectionOf } from '../schema/connection.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const PreorderType = objectTypeOf(PreorderRecord, {
  availableActions: ['status', 'fullPrice', 'depositAmount'],
});

export const PreorderSettingsType = objectTypeOf(PreorderSettingsRecord);

export const PreorderConnection = connectionOf('Preorder', () => PreorderType);
