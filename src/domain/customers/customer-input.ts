import { CustomerRecord } from '../../model/records/customer.ts';
import { fields } from '../kernel/input.ts';
import { clearableFields, givenFields, schemaOf } from '../kernel/record-input.ts';

const optional = givenFields(CustomerRecord);

export const CustomerCreate = fields({ ...optional, fullName: schemaOf(CustomerRecord.fields.fullName) });

/** The contract's body, which has no null. */
export const CustomerUpdate = fields(optional);

/** Typed clients may clear optional fields. */
export const CustomerTypedUpdate = fields(clearableFields(CustomerRecord));
