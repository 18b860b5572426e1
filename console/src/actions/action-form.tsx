import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { useStore } from '../api/store.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { type TextKey, useText } from '../text/index.tsx';
import { type Problem, problemBesides, problemOfField } from '../text/problem.ts';
import type { ActionRecord, FormProps, Outcome } from './action.ts';
import { openRecord } from './open-record.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { StaleRecord } from './stale-record.tsx';
import '../text/actions.ts';
import '../text/field-names.ts';

interface Props extends FormProps {
  readonly label: TextKey;
  /** What is said once it is done, as a sentence; `{name}` is the record. A form whose outcome is always a secret says nothing else. */
  readonly done?: TextKey;
  readonly warning?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isChanged?: boolean;
  /** The fields of the form, each with whether it still has to be filled in. */
  readonly fields?: Readonly<Record<string, boolean>>;
  /** @param record with the revision that the person has seen */
  readonly onSubmit: (record: ActionRecord) => Promise<Outcome>;
  /** What the secret of the outcome is, and whose, where that is not the record. */
  readonly secret?: {
    readonly title: TextKey;
    readonly text: TextKey;
    readonly noted: TextKey;
    readonly name?: string;
  };
  readonly children?: (errorOf: (field: string) => string | undefined) => ReactNode;
}

/** The frame of an action's own form: what is missing, what failed, and a secret that is shown once. */
export function ActionForm(props: Props) {
  const {
    record,
    label,
    done = 'action.done',
    warning,
    isDangerous = false,
    isChanged,
    fields = {},
    onSubmit,
    onDone,
    onClose,
    secret,
  } = props;
  const text = useText();
  const { t } = text;
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [shown, setShown] = useState<string>();
  const [seen, setSeen] = useState(record);
  const open = useStore(openRecord)?.record;
  const newer =
    problem?.code === 'REVISION_CONFLICT' && open?.id === seen.id && open.revision !== seen.revision ? open : undefined;

  async function submit() {
    setTried(true);
    if (Object.values(fields).some((isMissing) => isMissing)) return;
    setBusy(true);
    const outcome = await onSubmit(seen);
    setBusy(false);
    setProblem(outcome.problem);
    onDone([outcome]);
    if (outcome.problem) return;
    if (outcome.secret) return setShown(outcome.secret);
    notifications.show({ color: 'karvon', message: t(done, { name: record.name }) });
    onClose();
  }

  if (shown && secret) return <SecretDialog name={record.name} {...secret} value={shown} onNoted={onClose} />;
  return (
    <FormDialog
      title={t(label)}
      subject={record.name}
      warning={warning}
      problem={newer ? undefined : problemBesides(problem, Object.keys(fields))}
      isBusy={isBusy}
      isDangerous={isDangerous}
      isChanged={isChanged}
      isOff={newer !== undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {newer && (
        <StaleRecord
          onGoOn={() => {
            setProblem(undefined);
            setSeen(newer);
          }}
        />
      )}
      {props.children?.(
        (field) => problemOfField(problem, field, text) ?? (isTried && fields[field] ? t('form.required') : undefined),
      )}
    </FormDialog>
  );
}
