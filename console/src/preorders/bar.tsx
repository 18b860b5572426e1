import { SegmentedControl, Select } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import type { PreorderTermsFragment } from '../api/generated/operations.ts';
import { PreorderTermsDocument } from '../api/generated/preorders-preorders.ts';
import { EMPTY } from '../list/filters.ts';
import type { ListState } from '../list/use-list-state.ts';
import { useAssignees } from '../record/use-assignees.ts';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { ToneBadge } from '../ui/tone-badge.tsx';
import classes from './preorders.module.css';
import { Totals } from './totals.tsx';
import '../text/preorders.ts';

export type View = 'list' | 'board' | 'settings';

const PATHS = { list: '/preorders', board: '/preorders/board', settings: '/preorders/settings' } as const;

interface Props {
  readonly view: View;
  /** Of the list or the board; the settings have none. */
  readonly state?: ListState;
}

/** Above each screen of preorders: how they are shown, whose they are, and whether new ones are taken. */
export function Bar({ view, state }: Props) {
  const { t } = useText();
  const navigate = useNavigate();
  const maySeeTerms = useMay()('getPreorderSettings');
  const go = (next: View) => {
    const { sort: _, cols: __, ...kept } = state?.search ?? {};
    void navigate({ to: PATHS[next], search: next === 'settings' ? {} : kept });
  };
  return (
    <div className={classes.bar}>
      <SegmentedControl
        size="xs"
        aria-label={t('preorder.views')}
        value={view}
        onChange={(next) => go(next as View)}
        data={[
          { value: 'list', label: t('preorder.list') },
          { value: 'board', label: t('preorder.board') },
          ...(maySeeTerms ? [{ value: 'settings', label: t('preorder.settings') }] : []),
        ]}
      />
      {state && <Assignee state={state} />}
      {maySeeTerms && <Terms />}
      {state && <Totals state={state} isBoard={view === 'board'} />}
    </div>
  );
}

const ANYONE = 'anyone';

function Assignee({ state }: { readonly state: ListState }) {
  const { t } = useText();
  const may = useMay();
  const assignees = useAssignees();
  if (!may('listAdminOptions')) return null;
  return (
    <Select
      size="xs"
      className={classes.assignee}
      aria-label={t('preorder.assignee')}
      allowDeselect={false}
      data={[
        { value: ANYONE, label: t('preorder.anyone') },
        { value: EMPTY, label: t('preorder.nobody') },
        ...assignees,
      ]}
      value={state.search.assignee ?? ANYONE}
      onChange={(chosen) => state.set({ assignee: chosen === ANYONE ? '' : (chosen ?? '') })}
    />
  );
}

/** A site that is open without a place takes no preorder. */
function toneOf({ preOrderEnabled, remaining }: PreorderTermsFragment) {
  if (!preOrderEnabled) return 'still';
  return remaining === 0 ? 'care' : 'good';
}

/** Whether the public site takes preorders, and how many places are left. */
function Terms() {
  const { t } = useText();
  const [{ data }] = useQuery({ query: PreorderTermsDocument, requestPolicy: 'cache-and-network' });
  const terms = data?.preorderSettings;
  if (!terms) return null;
  const { preOrderEnabled, preorderCapacity, remaining, reserved } = terms;
  return (
    <span className={classes.terms}>
      <ToneBadge tone={toneOf(terms)}>{t(preOrderEnabled ? 'preorder.open' : 'preorder.closed')}</ToneBadge>
      <span className={classes.dim}>
        {preorderCapacity === null
          ? t('preorder.reserved', { n: reserved })
          : t('preorder.left', { n: remaining ?? 0, all: preorderCapacity })}
      </span>
    </span>
  );
}
