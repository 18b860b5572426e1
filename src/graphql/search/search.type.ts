import { createUnionType, Field, ID, ObjectType } from 'type-graphql';
import type { SearchHit } from '../../domain/search/index.ts';
import { SEARCH_KINDS, type SearchKind } from '../../model/enums.ts';
import { CustomerType } from '../customers/customer.type.ts';
import { DeviceType } from '../devices/device.type.ts';
import { ReleaseType } from '../firmware/release.type.ts';
import { BatchType } from '../inventory/batch.type.ts';
import type { TypedObject } from '../nodes/node.type.ts';
import { PreorderType } from '../preorders/preorder.type.ts';
import { SaleType } from '../sales/sale.type.ts';
import { enumType } from '../schema/input-type.ts';
import { AdminType } from '../team/admin.type.ts';

export const SearchRecordType = createUnionType({
  name: 'SearchRecord',
  description: 'A record that `search` finds.',
  types: () => [CustomerType, DeviceType, SaleType, PreorderType, BatchType, ReleaseType, AdminType] as const,
  resolveType: (record) => (record as TypedObject).__typename,
});

@ObjectType('SearchHit', { description: 'A record that was found.' })
export class SearchHitType implements SearchHit {
  @Field(() => enumType('SearchKind', SEARCH_KINDS), { description: 'The kind of the record.' })
  kind: SearchKind;

  @Field(() => ID, { description: 'The id of the record.' })
  id: string;

  @Field({ description: 'The title of the record: its serial, number, code, version or name.' })
  title: string;

  @Field(() => String, {
    nullable: true,
    description: 'A detail that tells similar hits apart: its owner or its model.',
  })
  subtitle: string | null;
}
