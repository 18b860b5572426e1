import { CustomerNoteRecord, CustomerRecord } from '../../model/records/customer.ts';
import { customerList, customerNoteList } from '../../persistence/customers/customer-list.ts';
import { reader } from '../reader.ts';

/** Notes in a detail response. */
export const SHOWN_NOTES = 50;

export const customerReader = reader(CustomerRecord, customerList);
export const customerNoteReader = reader(CustomerNoteRecord, customerNoteList);
