import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { KebabHorizontalIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import type { AvailableActionFragment } from '../api/generated/operations.ts';
import { useText } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';
import { type Action, type ActionRecord, standingOf } from './action.ts';
import { sentencePartsOf } from './reason.ts';
import { type Run, useRunner } from './runner.tsx';
import '../text/actions.ts';

interface Props {
  readonly actions: readonly Action[];
  readonly record: ActionRecord;
  readonly available: readonly AvailableActionFragment[];
  readonly onDone: NonNullable<Run['onDone']>;
}

/** The kit's widths `xs` and `sm`. */
const FROM_XS = '(min-width: 36em)';
const FROM_SM = '(min-width: 48em)';
const AT_ONCE = { getInitialValueInEffect: false } as const;
const DANGER = 'light-dark(var(--mantine-color-red-8), var(--mantine-color-red-3))';

/** The actions of a record: the first and the urgent ones as buttons if they are possible, the others in a menu. A narrow screen keeps the most urgent one. What is not possible now says why. */
export function ActionButtons({ actions, record, available, onDone }: Props) {
  const text = useText();
  const start = useRunner();
  const named = actions.flatMap((action) => {
    const standing = standingOf(action, available);
    // What the role may never do is not shown; what the state forbids is.
    if (!standing || (!standing.isAllowed && standing.reason?.blockedBy === 'ROLE')) return [];
    return [{ action, standing }];
  });
  const hasFirst = useMediaQuery(FROM_XS, undefined, AT_ONCE);
  const hasAllUrgent = useMediaQuery(FROM_SM, undefined, AT_ONCE);
  const [first] = named;
  if (!first) return null;
  const urgent = named.filter(({ action, standing }) => action.isUrgent && standing.isAllowed);
  const rest = urgent.filter((one) => one !== first).slice(0, hasAllUrgent ? undefined : 1);
  const wide = [...(first.standing.isAllowed ? [first] : []), ...rest];
  const buttons = hasFirst ? wide : urgent.slice(0, 1);
  const others = named.filter((one) => !buttons.includes(one));
  const run = (action: Action) => start({ action, records: [record], available, onDone });
  // What leads to a page is a link, which opens in a tab of its own as well.
  const linkOf = ({ leadsTo }: Action) => {
    const place = leadsTo?.(record);
    return place && { renderRoot: (props: object) => <Link to={place.to} search={place.search} {...props} /> };
  };
  const why = (reason: AvailableActionFragment | undefined) =>
    reason ? sentenceOf(sentencePartsOf(reason), text) : '';

  return (
    <Group gap="xs" wrap="nowrap" flex="none" data-urgent={urgent.length > 0 || undefined}>
      {buttons.map(({ action }) => (
        <Button
          key={action.key}
          variant="default"
          c={action.isDangerous && action.isUrgent ? 'red' : undefined}
          leftSection={<action.icon />}
          {...(linkOf(action) ?? { onClick: () => run(action) })}
        >
          {text.t(action.label)}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu position="bottom-end" width={300}>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={text.t('action.more')}>
              <KebabHorizontalIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ action, standing }) => (
              <Menu.Item
                key={action.key}
                leftSection={<action.icon />}
                // The kit's red is too pale on what the pointer is over.
                c={action.isDangerous && standing.isAllowed ? DANGER : undefined}
                aria-disabled={!standing.isAllowed || undefined}
                data-off={!standing.isAllowed || undefined}
                closeMenuOnClick={standing.isAllowed}
                {...((standing.isAllowed && linkOf(action)) || { onClick: () => standing.isAllowed && run(action) })}
              >
                {text.t(action.label)}
                {!standing.isAllowed && <small>{why(standing.reason)}</small>}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}
