import { Select } from '@mantine/core';
import type { InputProps } from '../actions/action.ts';
import { useAssignees } from '../record/use-assignees.ts';
import { useText } from '../text/index.tsx';
import '../text/preorders.ts';

/** Chooses who looks after preorders. Nothing chosen: nobody. */
export default function AssigneeField({ value, onChange, ...props }: InputProps) {
  const { t } = useText();
  const assignees = useAssignees();
  return (
    <Select
      {...props}
      searchable
      clearable
      placeholder={t('preorder.nobody')}
      data={assignees}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      comboboxProps={{ withinPortal: true }}
      clearButtonProps={{ 'aria-label': t('preorder.nobody') }}
    />
  );
}
