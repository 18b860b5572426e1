import { CustomerNoteRecord, CustomerPurchasesRecord, CustomerRecord } from '../../model/records/customer.ts';
import { customerList, customerNoteList, customerPurchasesList } from '../../persistence/customers/customer-list.ts';
import { reader } from '../reader.ts';

/** Notes in a detail response. */
export const SHOWN_NOTES = 50;

export const customerReader = reader(CustomerRecord, customerList);
export const customerNoteReader = reader(CustomerNoteRecord, customerNoteList);
export const customerPurchasesReader = reader(CustomerPurchasesRecord, customerPurchasesList);
