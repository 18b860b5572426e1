import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { PreorderTermsFragment, UpdatePreorderSettingsInput } from '../api/generated/operations.ts';
import { PreorderTermsDocument, UpdatePreorderTermsDocument } from '../api/generated/preorders-preorders.ts';
import { problemOf } from '../api/problem.ts';
import { Card } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { type TextKey, useText } from '../text/index.tsx';
import { type Problem, problemOfField } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { ProblemState } from '../ui/problem-state.tsx';
import { WholeAmount } from '../ui/whole-amount.tsx';
import { Bar } from './bar.tsx';
import classes from './preorders.module.css';
import '../text/actions.ts';
import '../text/field-names.ts';
import '../text/preorders.ts';

/** What the public site offers, and whether it takes preorders. */
export default function SettingsPage(): ReactNode {
  const { t } = useText();
  const [{ data, error }, readAgain] = useQuery({
    query: PreorderTermsDocument,
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  const terms = data?.preorderSettings;
  const problem = problemOf(error);
  return (
    <div className={classes.screen}>
      <Title order={1} className={classes.title}>
        {t('nav.preorders')}
      </Title>
      <Bar view="settings" />
      <div className={classes.form}>
        {terms && <TermsForm terms={terms} onStale={refresh} />}
        {!terms && problem && <ProblemState problem={problem} onRetry={refresh} isPart />}
        {!terms && !problem && <Skeleton height={420} maw={760} />}
      </div>
    </div>
  );
}

type Input = UpdatePreorderSettingsInput;

function inputOf(terms: PreorderTermsFragment): Input {
  const { __typename: _, id: __, revision: ___, reserved: ____, remaining: _____, updatedAt: ______, ...input } = terms;
  return input;
}

type TextName = {
  [Name in keyof Input]-?: Input[Name] extends string | null | undefined ? Name : never;
}[keyof Input];

const DELIVERY: readonly (readonly [TextName, TextKey])[] = [
  ['expectedDeliveryTextUz', 'preorder.set.uz'],
  ['expectedDeliveryTextRu', 'preorder.set.ru'],
  ['expectedDeliveryTextEn', 'preorder.set.en'],
];
const HELP: readonly (readonly [TextName, TextKey])[] = [
  ['contactPhone', 'preorder.set.phone'],
  ['supportTelegram', 'preorder.set.telegram'],
];

interface Props {
  readonly terms: PreorderTermsFragment;
  readonly onStale: () => void;
}

function TermsForm({ terms, onStale }: Props) {
  const text = useText();
  const { t } = text;
  const client = useClient();
  const isEditable = useMay()('updatePreorderSettings');
  // What was read when the editing began: changes of others meanwhile are refused by its revision.
  const [base, setBase] = useState(terms);
  const [input, setInput] = useState<Input>(() => inputOf(terms));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const put = (changes: Partial<Input>) => setInput({ ...input, ...changes });
  const isEdited = JSON.stringify(input) !== JSON.stringify(inputOf(base));
  const isStale = terms.revision !== base.revision;
  const takeNew = () => {
    setBase(terms);
    setInput(inputOf(terms));
    setProblem(undefined);
  };
  if (isStale && !isEdited && !isBusy) takeNew();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const { data, error } = await client
      .mutation(UpdatePreorderTermsDocument, { revision: base.revision, input })
      .toPromise();
    setBusy(false);
    const found = problemOf(error);
    setProblem(found);
    if (found?.code === 'REVISION_CONFLICT') onStale();
    const saved = data?.updatePreorderSettings?.preorderSettings;
    if (found || !saved) return;
    setBase(saved);
    setInput(inputOf(saved));
    notifications.show({ color: 'karvon', message: t('preorder.set.saved') });
  }

  const errorOf = (path: keyof Input) => problemOfField(problem, path, text);
  const texts = (fields: readonly (readonly [TextName, TextKey])[], isOptional: boolean) =>
    fields.map(([name, label]) => (
      <TextInput
        key={name}
        label={t(label)}
        description={isOptional && isEditable && t('preorder.set.none')}
        readOnly={!isEditable}
        value={input[name] ?? ''}
        error={errorOf(name)}
        onChange={({ currentTarget: { value } }) => put({ [name]: value === '' && isOptional ? null : value })}
      />
    ));

  return (
    <form onSubmit={submit} noValidate>
      {!isEditable && (
        <Text size="sm" c="dimmed">
          {t('preorder.set.read')}
        </Text>
      )}
      {problem && problem.fields.length === 0 && <ProblemAlert problem={problem} />}
      {isStale && isEdited && (
        <Alert color="orange" variant="light">
          <Group justify="space-between" gap="sm">
            {t('action.conflict')}
            <Button size="xs" variant="default" onClick={takeNew}>
              {t('preorder.set.takeNew')}
            </Button>
          </Group>
        </Alert>
      )}
      <Card title={t('preorder.set.place')}>
        <Stack>
          <Checkbox
            label={t('preorder.set.enabled')}
            checked={input.preOrderEnabled}
            disabled={!isEditable}
            onChange={({ currentTarget }) => put({ preOrderEnabled: currentTarget.checked })}
          />
          <Checkbox
            label={t('preorder.set.manual')}
            checked={input.allowManualDepositConfirmation}
            disabled={!isEditable}
            onChange={({ currentTarget }) => put({ allowManualDepositConfirmation: currentTarget.checked })}
          />
          <div className={classes.pair}>
            <WholeAmount
              label={t('preorder.set.capacity')}
              description={`${t('preorder.set.capacityText')} ${t('preorder.reserved', { n: terms.reserved })}.`}
              value={input.preorderCapacity ?? null}
              isReadOnly={!isEditable}
              error={errorOf('preorderCapacity')}
              onChange={(value) => put({ preorderCapacity: value })}
            />
            <WholeAmount
              label={t('preorder.set.max')}
              description="1–20"
              value={input.maxQuantityPerOrder}
              isReadOnly={!isEditable}
              error={errorOf('maxQuantityPerOrder')}
              onChange={(value) => put({ maxQuantityPerOrder: value ?? 0 })}
            />
          </div>
        </Stack>
      </Card>
      <Card title={t('preorder.set.offer')}>
        <Stack>
          {isEditable && (
            <Text size="xs" c="dimmed">
              {t('preorder.set.keep')}
            </Text>
          )}
          <div className={classes.pair}>
            {texts([['productName', 'preorder.productName']], false)}
            {texts([['currency', 'preorder.set.currency']], false)}
            <WholeAmount
              label={t('preorder.set.price')}
              description={isEditable && t('preorder.set.none')}
              value={input.fullPrice ?? null}
              isReadOnly={!isEditable}
              error={errorOf('fullPrice')}
              onChange={(value) => put({ fullPrice: value })}
            />
            <WholeAmount
              label={t('preorder.set.deposit')}
              description={isEditable && t('preorder.set.none')}
              value={input.depositAmount ?? null}
              isReadOnly={!isEditable}
              error={errorOf('depositAmount')}
              onChange={(value) => put({ depositAmount: value })}
            />
          </div>
        </Stack>
      </Card>
      <Card title={t('preorder.set.delivery')}>
        <div className={classes.pair}>{texts(DELIVERY, false)}</div>
      </Card>
      <Card title={t('preorder.set.help')}>
        <div className={classes.pair}>{texts(HELP, true)}</div>
      </Card>
      {isEditable && (
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={!isEdited} onClick={takeNew}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isEdited}>
            {t('form.save')}
          </Button>
        </Group>
      )}
    </form>
  );
}
