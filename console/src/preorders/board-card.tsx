import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { KebabHorizontalIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import { useQuery } from 'urql';
import { sentencePartsOf } from '../actions/reason.ts';
import type { PreorderStatus } from '../api/generated/enums.ts';
import type { PreorderCardFragment } from '../api/generated/operations.ts';
import { PreorderMovesDocument } from '../api/generated/preorders-preorders.ts';
import { problemOf } from '../api/problem.ts';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';
import { Code } from '../ui/code.tsx';
import { moneyText } from '../ui/money-text.ts';
import { Time } from '../ui/time.tsx';
import classes from './preorders.module.css';
import { RefundDue } from './refund-due.tsx';
import { STATUSES } from './statuses.ts';
import '../text/preorders.ts';

interface Props {
  readonly card: PreorderCardFragment;
  readonly onMove: (card: PreorderCardFragment, to: PreorderStatus) => void;
}

interface CardProps extends Props {
  /** The card that a mouse holds. */
  readonly dragged: RefObject<PreorderCardFragment | undefined>;
}

/** One preorder on the board; a mouse moves it to another column, its menu does for everybody. */
export function BoardCard({ card, dragged, onMove }: CardProps) {
  const { t, word } = useText();
  const may = useMay();
  const { id, number, fullName, quantity, productColor, fullPrice, currency, refundDue, createdAt } = card;
  const ordered = [
    t('preorder.totalQuantity', { n: quantity }),
    productColor && word('ProductColor', productColor),
    fullPrice !== null && moneyText(fullPrice * quantity, currency),
  ];
  return (
    <li
      className={classes.card}
      data-card={id}
      draggable={may('setPreorderStatus')}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', number);
        dragged.current = card;
      }}
      onDragEnd={() => {
        dragged.current = undefined;
      }}
    >
      <div className={classes.cardHead}>
        <Link to="/preorders/$id" params={{ id }} className="k-link" draggable={false}>
          <Code>{number}</Code>
        </Link>
        {may('setPreorderStatus') && <MoveMenu card={card} onMove={onMove} />}
      </div>
      <div>{fullName ?? '–'}</div>
      <div className={classes.cardFoot}>
        <span className="k-number">{ordered.filter(Boolean).join(' · ')}</span>
        {refundDue && <RefundDue />}
      </div>
      <div className={classes.cardFoot}>
        <span>{card.assignedAdmin?.name}</span>
        <Time at={createdAt} ago />
      </div>
    </li>
  );
}

/** Where the card can go, as the service says when the menu opens; where it cannot go now, and why. */
function MoveMenu({ card, onMove }: Props) {
  const text = useText();
  const { t } = text;
  const [isOpen, setOpen] = useState(false);
  const [{ data, error, fetching }] = useQuery({
    query: PreorderMovesDocument,
    variables: { id: card.id },
    pause: !isOpen,
    requestPolicy: 'network-only',
  });
  const moves = (data?.preorder?.availableActions ?? []).flatMap((one) => {
    const to = STATUSES.find((status) => status === one.to);
    return one.operation === 'setPreorderStatus' && to ? [{ ...one, to }] : [];
  });
  const problem = problemOf(error);
  const ordered = [...moves.filter(({ allowed }) => allowed), ...moves.filter(({ allowed }) => !allowed)];
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={270}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('preorder.move', { number: card.number })}
          data-move
        >
          <KebabHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('preorder.moveTo')}</Menu.Label>
        {fetching && !data && <Skeleton height={32} m={6} w="auto" />}
        {problem && <Menu.Label c="red">{sentenceOf(problem, text)}</Menu.Label>}
        {ordered.map((one) => (
          <Menu.Item
            key={one.to}
            color={one.to === 'CANCELLED' && one.allowed ? 'red' : undefined}
            aria-disabled={!one.allowed || undefined}
            data-off={!one.allowed || undefined}
            closeMenuOnClick={one.allowed}
            onClick={() =>
              one.allowed && onMove({ ...card, revision: data?.preorder?.revision ?? card.revision }, one.to)
            }
          >
            {text.word('PreorderStatus', one.to)}
            {!one.allowed && <small>{sentenceOf(sentencePartsOf(one), text)}</small>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
