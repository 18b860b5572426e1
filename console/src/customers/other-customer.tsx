import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { CustomerWithDocument } from '../api/generated/record-customer-with.ts';
import type { Problem } from '../api/problem.ts';
import type { Values } from '../record/merge.ts';
import { useText } from '../text/index.tsx';
import '../text/customers.ts';

interface Props {
  readonly problem: Problem;
  readonly values: Values;
}

/** The customer who has the e-mail address or the phone number already. */
export function OtherCustomer({ problem: { code }, values }: Props) {
  const { t } = useText();
  const isEmail = code === 'DUPLICATE_EMAIL';
  const filter = isEmail
    ? { email: { eq: values.email?.trim().toLowerCase() ?? '' } }
    : { phone: { eq: values.phone?.trim() ?? '' } };
  const [{ data }] = useQuery({
    query: CustomerWithDocument,
    variables: { filter },
    pause: !isEmail && code !== 'DUPLICATE_PHONE',
    requestPolicy: 'network-only',
  });
  const [other] = data?.customers?.nodes ?? [];
  if (!other) return null;
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        renderRoot={(props) => <Link to="/customers/$id" params={{ id: other.id }} {...props} />}
      >
        {t('customer.openOther', { name: other.fullName })}
      </Button>
    </div>
  );
}
