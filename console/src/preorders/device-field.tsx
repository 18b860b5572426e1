import { type ReactNode, useState } from 'react';
import { useClient } from 'urql';
import { PreorderDevicesDocument } from '../api/generated/preorders-preorders.ts';
import { type Picked, RecordPicker } from '../record/record-picker.tsx';
import { useText } from '../text/index.tsx';
import '../text/preorders.ts';

interface Props {
  readonly error: ReactNode;
  readonly onChange: (id: string) => void;
}

/** Chooses a ready device by a part of its serial; the service searches. */
export function DeviceField({ error, onChange }: Props) {
  const { t } = useText();
  const client = useClient();
  const [chosen, setChosen] = useState<Picked>();
  return (
    <RecordPicker
      label={t('preorder.device')}
      description={t('preorder.deviceText')}
      required
      data-autofocus
      none={t('preorder.noDevice')}
      value={chosen}
      onChange={(picked) => {
        setChosen(picked);
        onChange(picked?.id ?? '');
      }}
      find={async (typed) => {
        const search = typed || undefined;
        const { data } = await client
          .query(PreorderDevicesDocument, { search }, { requestPolicy: 'network-only' })
          .toPromise();
        return (data?.devices?.nodes ?? []).map(({ id, serial, model, hardwareRevision }) => ({
          id,
          name: serial,
          isCode: true,
          about: `${model} · ${hardwareRevision}`,
        }));
      }}
      error={error}
    />
  );
}
