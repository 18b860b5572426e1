import { cancelSale, createSale, getSale, listSales, refundSale, updateSale } from '../../domain/sales/index.ts';
import type { Page } from '../../model/ports.ts';
import { get, patch, post, routes, type WireAdapter } from '../route.ts';

/** The contract's sale does not name the preorder that it came from. */
const sale: WireAdapter = (_ctx, { preorder, ...others }: { readonly preorder: unknown }) => others;
const sales: WireAdapter = (ctx, { items, total, skip, take }: Page<never>, wire) => ({
  items: items.map((item) => sale(ctx, item, wire)),
  total,
  skip,
  take,
});

export const salesRoutes = routes('/v1/admin/sales', [
  get('', 200, listSales, sales),
  post('', 201, createSale, sale),
  get('/:id', 200, getSale, sale),
  patch('/:id', 200, updateSale, sale),
  post('/:id/cancel', 201, cancelSale, sale),
  post('/:id/refund', 201, refundSale, sale),
]);
