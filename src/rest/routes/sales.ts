import { cancelSale, createSale, getSale, listSales, refundSale, updateSale } from '../../domain/sales/index.ts';
import { get, patch, post, routes } from '../route.ts';

export const salesRoutes = routes('/v1/admin/sales', [
  get('', 200, listSales),
  post('', 201, createSale),
  get('/:id', 200, getSale),
  patch('/:id', 200, updateSale),
  post('/:id/cancel', 201, cancelSale),
  post('/:id/refund', 201, refundSale),
]);
