import { campaignWord } from '../text/campaigns.ts';
import { useText } from '../text/index.tsx';
import '../text/customers.ts';

/** What the service itself writes; everything else is the name of a campaign. */
const OWN = ['admin', 'sale', 'transfer', 'preorder'] as const;

/** Where a customer came from, in words. */
export function Source({ value }: { readonly value: string | null | undefined }) {
  const { t, language } = useText();
  const own = OWN.find((one) => one === value);
  if (own) return t(`customer.source.${own}`);
  return value ? campaignWord(value, language) : '–';
}
