import {
  addCustomerNote,
  anonymizeCustomer,
  createCustomer,
  exportCustomers,
  getCustomer,
  listCustomers,
  updateCustomer,
} from '../../domain/customers/index.ts';
import { exportFile } from '../export-file.ts';
import { get, patch, post, routes } from '../route.ts';

export const customerRoutes = routes('/v1/admin', [
  get('/customers', 200, listCustomers),
  post('/customers', 201, createCustomer),
  get('/customers/export.csv', 200, exportCustomers, exportFile),
  get('/customers/:id', 200, getCustomer),
  patch('/customers/:id', 200, updateCustomer),
  post('/customers/:id/anonymize', 201, anonymizeCustomer),
  post('/preorders/customers/:customerId/notes', 201, addCustomerNote),
]);
