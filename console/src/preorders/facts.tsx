import { RecordLink } from '../palette/record-link.tsx';
import { Colleague } from '../record/colleague.tsx';
import { Facts } from '../record/record-page.tsx';
import { campaignWord } from '../text/campaigns.ts';
import { useText } from '../text/index.tsx';
import { Breakable } from '../ui/breakable.tsx';
import { Money } from '../ui/money.tsx';
import { PhoneLink } from '../ui/phone.tsx';
import { placeOf } from '../ui/place.ts';
import { Time } from '../ui/time.tsx';
import { Word } from '../ui/word.tsx';
import type { Preorder } from './preorder-page.tsx';
import '../text/preorders.ts';

interface Props {
  readonly preorder: Preorder;
}

export function OrderFacts({ preorder }: Props) {
  const { t } = useText();
  const { currency, fullPrice, quantity } = preorder;
  const total = fullPrice === null ? null : fullPrice * quantity;
  return (
    <Facts
      facts={[
        [t('preorder.productName'), preorder.productName],
        [t('preorder.productColor'), <Word key="color" name="ProductColor" value={preorder.productColor} />],
        [
          t('preorder.quantity'),
          <span key="quantity" className="k-number">
            {quantity}
          </span>,
        ],
        [t('preorder.fullPrice'), <Money key="price" amount={fullPrice} currency={currency} />],
        [t('preorder.total'), <Money key="total" amount={total} currency={currency} />],
        [t('preorder.depositAmount'), <Money key="deposit" amount={preorder.depositAmount} currency={currency} />],
        [t('preorder.paymentMethod'), <Word key="method" name="PaymentMethod" value={preorder.paymentMethod} />],
        [t('preorder.assignee'), preorder.assignedAdmin && <Colleague key="assignee" admin={preorder.assignedAdmin} />],
      ]}
    />
  );
}

export function ContactFacts({ preorder }: Props) {
  const { t } = useText();
  const { customerId, fullName, phone, email, telegramUsername } = preorder;
  return (
    <Facts
      facts={[
        [
          t('preorder.fullName'),
          customerId ? (
            <RecordLink key="customer" kind="CUSTOMER" id={customerId}>
              {fullName}
            </RecordLink>
          ) : (
            fullName
          ),
        ],
        [t('preorder.phone'), <PhoneLink key="phone" typed={phone} />],
        [
          t('preorder.email'),
          email && (
            <a key="email" href={`mailto:${email}`} className="k-link">
              <Breakable text={email} />
            </a>
          ),
        ],
        [
          t('preorder.telegram'),
          telegramUsername && (
            <a
              key="telegram"
              href={`https://t.me/${encodeURIComponent(telegramUsername)}`}
              className="k-link"
              target="_blank"
              rel="noreferrer"
            >
              @{telegramUsername}
            </a>
          ),
        ],
        [t('preorder.city'), placeOf(preorder.city, preorder.region)],
        [t('preorder.locale'), <Word key="locale" name="Locale" value={preorder.locale} />],
      ]}
    />
  );
}

export function DateFacts({ preorder }: Props) {
  const { t } = useText();
  return (
    <Facts
      facts={[
        [t('preorder.createdAt'), <Time key="created" at={preorder.createdAt} />],
        [t('preorder.firstContactedAt'), <Time key="contacted" at={preorder.firstContactedAt} />],
        [t('preorder.depositPaidAt'), <Time key="paid" at={preorder.depositPaidAt} />],
        [t('preorder.fulfilledAt'), <Time key="fulfilled" at={preorder.fulfilledAt} />],
        [t('preorder.cancelledAt'), <Time key="cancelled" at={preorder.cancelledAt} />],
        [t('preorder.updatedAt'), <Time key="updated" at={preorder.updatedAt} />],
      ]}
    />
  );
}

export function OriginFacts({ preorder }: Props) {
  const { t, language } = useText();
  const { utmSource, utmMedium, utmCampaign, referrer } = preorder;
  const origin = [utmSource, utmMedium].flatMap((one) => (one ? [campaignWord(one, language)] : [])).join(' · ');
  return (
    <Facts
      facts={[
        [t('preorder.utmSource'), origin || undefined],
        [t('preorder.utmCampaign'), utmCampaign],
        [t('preorder.referrer'), referrer],
      ]}
    />
  );
}
