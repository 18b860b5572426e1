import { Field, ID, ObjectType } from 'type-graphql';
import { PreorderEventRecord, PreorderRecord } from '../../model/records/preorder.ts';
import { PreorderSettingsRecord } from '../../model/records/settings.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

export const PreorderType = objectTypeOf(PreorderRecord, {
  availableActions: ['status', 'fullPrice', 'depositAmount'],
});

objectTypeOf(PreorderEventRecord);

export const PreorderSettingsType = objectTypeOf(PreorderSettingsRecord);

@ObjectType('DeletedPreorder', { description: 'The result of a deleted preorder.' })
export class DeletedPreorderType {
  @Field(() => ID, { description: 'The id that the preorder had.' })
  id: string;

  @Field({ description: 'Always true.' })
  deleted: boolean;
}

export const PreorderConnection = connectionOf('Preorder', () => PreorderType);
