import { PreorderEventRecord, PreorderRecord } from '../../model/records/preorder.ts';
import { preorderEventList, preorderList } from '../../persistence/preorders/preorder-list.ts';
import { reader } from '../reader.ts';

export const preorderReader = reader(PreorderRecord, preorderList);
export const preorderEventReader = reader(PreorderEventRecord, preorderEventList);
