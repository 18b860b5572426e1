import { useText } from '../text/index.tsx';
import '../text/customers.ts';

/** What the service itself writes; everything else is the name of a campaign. */
const OWN = ['admin', 'sale', 'transfer', 'preorder'] as const;

/** Where a customer came from, in words. */
export function Source({ value }: { readonly value: string | null | undefined }) {
  const { t } = useText();
  const own = OWN.find((one) => one === value);
  return own ? t(`customer.source.${own}`) : (value ?? '–');
}
