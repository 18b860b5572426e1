import { Button } from '@mantine/core';
import type { Icon } from '@primer/octicons-react';
import type { ComponentPropsWithRef } from 'react';

interface Props extends Omit<ComponentPropsWithRef<'button'>, 'color' | 'style'> {
  readonly icon: Icon;
  readonly label: string;
}

/** A button of a list's head: its name is beside its picture where there is room. */
export function Tool({ icon: Mark, label, ...props }: Props) {
  return (
    <Button {...props} variant="default" size="xs" px={10} aria-label={label}>
      <Mark />
      <span className="k-wide">{label}</span>
    </Button>
  );
}
