import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './frame.module.css';

interface Props {
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The menu of a narrow screen, while it is open. */
export default function MenuDrawer({ children, onClose }: Props) {
  return (
    <Drawer
      opened
      onClose={onClose}
      // The kit's own closes it before what lies over it has the key.
      closeOnEscape={false}
      onKeyDown={({ key, target, currentTarget }) => {
        if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) onClose();
      }}
      size={260}
      withCloseButton={false}
      title={undefined}
      padding={0}
    >
      <div className={classes.drawer}>{children}</div>
    </Drawer>
  );
}
