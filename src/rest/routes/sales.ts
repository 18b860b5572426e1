import {
  cancelSale,
  correctSale,
  createSale,
  getSale,
  listSales,
  refundSale,
  updateSale,
} from '../../domain/sales/index.ts';
import { get, patch, post, routes } from '../route.ts';

/** The contract's sale does not name the preorder that it came from. */
const omits = ['preorder'];

export const salesRoutes = routes('/v1/admin/sales', [
  { ...get('', 200, listSales), omits },
  { ...post('', 201, createSale), omits },
  { ...get('/:id', 200, getSale), omits },
  { ...patch('/:id', 200, updateSale), omits },
  { ...post('/:id/cancel', 201, cancelSale), omits },
  { ...post('/:id/refund', 201, refundSale), omits: [...omits, 'refund'] },
  { ...post('/:id/correct', 201, correctSale), omits },
]);
