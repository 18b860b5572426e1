import { type ReactNode, useState } from 'react';
import { useClient } from 'urql';
import { findDevices } from '../record/find-devices.ts';
import { type Picked, RecordPicker } from '../record/record-picker.tsx';
import { useText } from '../text/index.tsx';
import '../text/sales.ts';

interface Props {
  readonly error: ReactNode;
  readonly onChange: (id: string) => void;
}

/** Chooses a device that can be sold by a part of its serial; the service searches. */
export function DeviceField({ error, onChange }: Props) {
  const text = useText();
  const { t } = text;
  const client = useClient();
  const [chosen, setChosen] = useState<Picked>();
  return (
    <RecordPicker
      label={t('sale.serial')}
      description={t('sale.pickDeviceText')}
      required
      data-autofocus
      none={t('sale.noDevice')}
      value={chosen}
      onChange={(picked) => {
        setChosen(picked);
        onChange(picked?.id ?? '');
      }}
      find={(typed) => findDevices(client, typed, text)}
      error={error}
    />
  );
}
