import { Anchor, Title } from '@mantine/core';
import { ChevronLeftIcon } from '@primer/octicons-react';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Breakable } from '../ui/breakable.tsx';
import { isAddress } from '../ui/breakable-parts.ts';
import { usePageTitle } from './page-title.ts';
import classes from './record.module.css';

interface Props {
  readonly title: string;
  /** The title is a name of a person, and no code. */
  readonly isName?: boolean;
  readonly back: string;
  readonly onBack: () => void;
  readonly marks: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** The page of one record: who it is, what can be done, and what is known of it. */
export function RecordPage({ title, isName, back, onBack, marks, actions, children }: Props) {
  const router = useRouter();
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Anchor
          component="button"
          type="button"
          size="xs"
          c="dimmed"
          onClick={() => (router.history.canGoBack() ? router.history.back() : onBack())}
        >
          <ChevronLeftIcon size={12} /> {back}
        </Anchor>
        <div className={classes.top}>
          <div className={classes.title}>
            <Title order={1} className={isName ? 'k-cut' : 'k-mono k-cut'}>
              {title}
            </Title>
            {marks}
          </div>
          {actions}
        </div>
      </div>
      <div className={classes.body}>{children}</div>
    </div>
  );
}

export const Column = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.column}>{children}</div>
);

interface CardProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ title, icon, side, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.cardHead}>
        <h2>
          {icon}
          {title}
        </h2>
        {side}
      </div>
      {children}
    </section>
  );
}

/** What is known, by its names; what has no value shows a dash. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' && isAddress(value) ? <Breakable text={value} /> : (value ?? '–')}</dd>
        </div>
      ))}
    </dl>
  );
}
