import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { BugIcon, CloudOfflineIcon, SearchIcon, ThreeBarsIcon } from '@primer/octicons-react';
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { RunnerProvider } from '../actions/runner.tsx';
import { reachability, Silence } from '../api/reachability.ts';
import { useStore } from '../api/store.ts';
import { startLive } from '../live/live.ts';
import { LiveBadge } from '../live/live-badge.tsx';
import { openPalette, PaletteDoor } from '../palette/palette-door.tsx';
import { neededBy, SCREENS } from '../palette/screens.ts';
import { pageTitle } from '../record/page-title.ts';
import { over } from '../session/session.ts';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { Brand } from '../ui/brand.tsx';
import { focusScreen } from '../ui/focus.ts';
import { Nothing } from '../ui/nothing.tsx';
import { Account } from './account.tsx';
import classes from './frame.module.css';

const Forbidden = lazy(() => import('./forbidden.tsx'));
const MenuDrawer = lazy(() => import('./menu-drawer.tsx'));
const SignInOver = lazy(() => import('../session/sign-in-over.tsx'));

const APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The frame of every screen. */
export function Frame() {
  const { t } = useText();
  const may = useMay();
  const why = useStore(over);
  const [isOpen, { open, close }] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(startLive, []);
  const router = useRouter();
  useEffect(() => router.subscribe('onRendered', ({ pathChanged }) => void (pathChanged && focusScreen())), [router]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes the menu
  useEffect(close, [path]);
  const needed = neededBy(path);
  const record = useStore(pageTitle);
  const screen = entryTitle(path);
  useEffect(() => {
    document.title = [record, screen && t(screen), 'Karvon'].filter(Boolean).join(' · ');
  }, [record, screen, t]);
  const isClosed = needed !== undefined && !may(needed);
  return (
    <RunnerProvider>
      <a className="k-skip" href="#content">
        {t('app.skip')}
      </a>
      <div className={classes.frame}>
        <aside className={classes.side}>
          <Menu />
        </aside>
        <header className={classes.top}>
          <button type="button" className={classes.icon} aria-label={t('app.menu')} onClick={open}>
            <ThreeBarsIcon />
          </button>
          <Brand />
          <LiveBadge />
          <button type="button" className={classes.icon} aria-label={t('palette.open')} onClick={openPalette}>
            <SearchIcon />
          </button>
        </header>
        <Suspense>
          {isOpen && (
            <MenuDrawer onClose={close}>
              <Menu />
            </MenuDrawer>
          )}
        </Suspense>
        <main id="content" className={classes.content} tabIndex={-1}>
          {isClosed ? (
            <Suspense>
              <Forbidden needed={needed} />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </main>
      </div>
      <PaletteDoor />
      <Suspense>{why && <SignInOver why={why} />}</Suspense>
    </RunnerProvider>
  );
}

/** The name of the screen at a path. */
const entryTitle = (path: string) => SCREENS.find(({ to }) => path.startsWith(to))?.label;

function Menu() {
  const { t } = useText();
  const may = useMay();
  return (
    <>
      <div className={classes.brand}>
        <Brand />
      </div>
      <button type="button" className={classes.search} onClick={openPalette}>
        <SearchIcon size={14} />
        <span>{t('palette.open')}</span>
        <kbd>{APPLE ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label={t('nav.main')} className={classes.nav}>
        {SCREENS.filter(({ needs, isOwn }) => may(needs) && !isOwn).map(({ to, label, icon: Mark }) => (
          <Link key={to} to={to} className={classes.link} activeProps={{ 'aria-current': 'page' }}>
            <Mark />
            {t(label)}
          </Link>
        ))}
      </nav>
      <div className={classes.foot}>
        <LiveBadge />
        <Account />
      </div>
    </>
  );
}

export function NotFound() {
  const { t } = useText();
  return (
    <Nothing
      icon={SearchIcon}
      title={t('state.notFound')}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/devices" {...props} />}>
          {t('state.toDevices')}
        </Button>
      }
    />
  );
}

/** A screen whose file does not come, or a fault of the console itself. */
export function Crashed({ error }: { readonly error: unknown }) {
  const { t } = useText();
  const router = useRouter();
  const isSilent = error instanceof Silence;
  useEffect(
    () => reachability.subscribe(() => void (isSilent && reachability.get() && router.invalidate())),
    [isSilent, router],
  );
  if (isSilent) {
    return (
      <Nothing
        icon={CloudOfflineIcon}
        title={t('state.unreachable')}
        action={<Button onClick={() => void router.invalidate()}>{t('state.retry')}</Button>}
      >
        {t('state.unreachableText')}
      </Nothing>
    );
  }
  return (
    <Nothing
      icon={BugIcon}
      title={t('state.crashed')}
      action={<Button onClick={() => window.location.reload()}>{t('state.retry')}</Button>}
    >
      <p>{t('state.crashedText')}</p>
      <code>{error instanceof Error ? error.message : String(error)}</code>
    </Nothing>
  );
}
