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
import { movesOf } from './statuses.ts';
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

/** A menu is as high as the window has room for, and scrolls where that is too little. */
const WHOLE = { flip: true, shift: { padding: 8 }, size: { padding: 8 } };

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
  const moves = data?.preorder ? movesOf(data.preorder) : [];
  const problem = problemOf(error);
  const possible = moves.filter(({ allowed }) => allowed);
  const others = moves.filter(({ allowed }) => !allowed);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={330} middlewares={WHOLE}>
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
      <Menu.Dropdown style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('preorder.moveTo')}</Menu.Label>
        {fetching && !data && <Skeleton height={32} m={6} w="auto" />}
        {problem && <Menu.Label c="red">{sentenceOf(problem, text)}</Menu.Label>}
        {possible.map(({ to }) => (
          <Menu.Item
            key={to}
            color={to === 'CANCELLED' ? 'red' : undefined}
            onClick={() => onMove({ ...card, revision: data?.preorder?.revision ?? card.revision }, to)}
          >
            {text.word('PreorderStatus', to)}
          </Menu.Item>
        ))}
        {others.length > 0 && <Menu.Divider />}
        {others.length > 0 && <Menu.Label>{t('preorder.notNow')}</Menu.Label>}
        {others.map((one) => (
          <Menu.Item key={one.to} aria-disabled data-off closeMenuOnClick={false}>
            {text.word('PreorderStatus', one.to)}
            <small>{sentenceOf(sentencePartsOf(one), text)}</small>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
