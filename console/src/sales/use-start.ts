import { useRouterState } from '@tanstack/react-router';
import { useQuery } from 'urql';
import {
  CustomerToSellDocument,
  DeviceToSellDocument,
  PreorderToSellDocument,
  SaleDefaultsDocument,
} from '../api/generated/sales-new-sale.ts';
import { useMay } from '../session/use-session.ts';
import { grouped } from '../text/triple.ts';
import { EMPTY_SALE, type NewSale } from './new-sale.ts';

/** What the address names: records that the form begins with. */
interface Named {
  readonly preorder?: string;
  readonly device?: string;
  readonly customer?: string;
}

/** What the form of a new sale begins with: the default currency, the usual price, and the records that the address names. Undefined until they have come. */
export function useStart(): { readonly currency: string; readonly start: NewSale } | undefined {
  const may = useMay();
  const named = useRouterState({ select: ({ location }) => location.search as Named });
  const [{ data: defaults }] = useQuery({ query: SaleDefaultsDocument, requestPolicy: 'network-only' });
  const [{ data: ordered, fetching: isOrdering }] = useQuery({
    query: PreorderToSellDocument,
    variables: { id: named.preorder ?? '' },
    pause: !named.preorder || !may('getPreorder'),
  });
  const [{ data: chosen, fetching: isChoosing }] = useQuery({
    query: DeviceToSellDocument,
    variables: { id: named.device ?? '' },
    pause: !named.device || !may('getDevice'),
    requestPolicy: 'network-only',
  });
  const [{ data: known, fetching: isFinding }] = useQuery({
    query: CustomerToSellDocument,
    variables: { id: named.customer ?? '' },
    pause: !named.customer || !may('getCustomer'),
  });
  const usual = defaults?.viewer;
  if (!usual || isOrdering || isChoosing || isFinding) return undefined;
  // One that was sold meanwhile is not chosen, nor somebody who was erased.
  const device = chosen?.device?.status === 'READY' ? chosen.device : undefined;
  const customer = known?.customer?.anonymizedAt === null ? known.customer : undefined;
  const preorder = ordered?.preorder;
  const buyer = preorder?.customer ?? customer;
  const currency = preorder?.currency ?? usual.defaultCurrency;
  const usualPrice = currency === usual.defaultCurrency ? usual.defaultDevicePrice : 0;
  const price = preorder?.fullPrice ?? usualPrice;
  const start = {
    ...EMPTY_SALE,
    currency,
    unitPrice: price > 0 ? grouped(price) : '',
    device: device && { id: device.id, name: device.serial },
    preorder: preorder ? { id: preorder.id, name: preorder.number } : undefined,
    customer: buyer && { id: buyer.id, name: buyer.fullName },
  };
  return { currency: usual.defaultCurrency, start };
}
