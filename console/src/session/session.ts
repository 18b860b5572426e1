import type { Client } from '@urql/core';
import { newClient } from '../api/client.ts';
import { setGate } from '../api/gate.ts';
import type { ViewerQuery } from '../api/generated/operations.ts';
import { SetPreferencesDocument, SignOutDocument, ViewerDocument } from '../api/generated/session-session.ts';
import { guestClient } from '../api/guest-client.ts';
import { problemOf } from '../api/problem.ts';
import { reachability } from '../api/reachability.ts';
import { createStore } from '../api/store.ts';
import { takeChosenLanguage } from './guest-language.ts';

export type Viewer = NonNullable<ViewerQuery['viewer']>;

/** Who is signed in, and what the page shows therefore. */
export type Session =
  | { readonly phase: 'loading' }
  | { readonly phase: 'unreachable' }
  | { readonly phase: 'signedOut'; readonly left: boolean }
  | {
      readonly phase: 'password';
      readonly client: Client;
      readonly viewer: Viewer;
      readonly oneTime?: string | undefined;
    }
  | { readonly phase: 'signedIn'; readonly client: Client; readonly viewer: Viewer };

/** The service saw no cookie of a session when it sent the page. */
const isNobody = document.getElementById('root')?.dataset.session === 'none';

export const session = createStore<Session>(isNobody ? { phase: 'signedOut', left: false } : { phase: 'loading' });

/** Why the sign-in lies over the screen: the session ended while it was open, or somebody signed out in another tab. */
export const over = createStore<'ended' | 'left' | undefined>(undefined);

/** All tabs of the browser have one session. */
const tabs = new BroadcastChannel('karvon-session');
type Message = 'signedIn' | 'signedOut' | 'over';

let waiting: ((isBack: boolean) => void)[] = [];

setGate(() => {
  if (!isShown()) return Promise.resolve(false);
  cover();
  return new Promise((answer) => waiting.push(answer));
});

tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data === 'signedIn') void readViewer();
  else if (isShown()) over.set(data === 'signedOut' ? 'left' : (over.get() ?? 'ended'));
  else if (data === 'signedOut') end(true);
});

const isShown = () => session.get().phase === 'signedIn';

function cover(): void {
  if (over.get()) return;
  tabs.postMessage('over' satisfies Message);
  over.set('ended');
}

/** Who has seen this page, and in which role. */
let seenBy: string | undefined;

/**
 * Asks who is signed in. A page that waits for its session goes on when the same admin is back in the same role; for anybody else it is
 * loaded anew.
 * @param oneTime the one-time password of the sign-in, which has to be replaced
 */
export async function readViewer(oneTime?: string): Promise<void> {
  const { data, error } = await guestClient().query(ViewerDocument, {}).toPromise();
  const before = session.get();
  const isOpen = before.phase === 'signedIn';
  if (problemOf(error)?.code === 'ADMIN_AUTH_REQUIRED') return isOpen ? cover() : end(false);
  if (!data?.viewer) return isOpen ? undefined : unreachable();
  const { viewer } = data;
  const who = viewer.admin.id + viewer.role;
  if (seenBy && seenBy !== who) return loadAnew();
  if (viewer.admin.mustChangePassword) return session.set({ phase: 'password', client: newClient(), viewer, oneTime });
  seenBy = who;
  if (!isOpen) session.set({ phase: 'signedIn', client: newClient(), viewer });
  else if (JSON.stringify(viewer) !== JSON.stringify(before.viewer)) session.set({ ...before, viewer });
  goOn(true);
}

/** Nothing of what another has read or typed stays. */
function loadAnew(): void {
  session.set({ phase: 'loading' });
  // Once the forms are gone, which ask before they are left.
  setTimeout(() => window.location.reload());
}

/** As often a page asks whether its session goes on. */
const AGAIN_MS = 30_000;

/** Screens without a stream hear of the end of their session in no other way. */
export const followSession = () => setInterval(() => void (isShown() && readViewer()), AGAIN_MS);

/** After a sign-in: this tab and the others go on. @param password that was typed */
export async function signedIn(password?: string): Promise<void> {
  await readViewer(password);
  await keepChosenLanguage();
  tabs.postMessage('signedIn' satisfies Message);
}

async function keepChosenLanguage(): Promise<void> {
  const now = session.get();
  const language = now.phase === 'signedIn' ? takeChosenLanguage() : undefined;
  if (now.phase !== 'signedIn' || !language || now.viewer.preferences.language === language) return;
  const { data } = await now.client.mutation(SetPreferencesDocument, { input: { language } }).toPromise();
  const preferences = data?.setPreferences?.preferences;
  if (preferences) setViewer({ ...now.viewer, preferences });
}

/** Signs out. Other tabs keep their page below the sign-in, and what was typed there. */
export async function signOut(): Promise<void> {
  const now = session.get();
  if ('client' in now) await now.client.mutation(SignOutDocument, {}).toPromise();
  tabs.postMessage('signedOut' satisfies Message);
  end(true);
}

/** Says in place of the page that the service does not answer. */
export function unreachable(): void {
  reachability.set(false);
  session.set({ phase: 'unreachable' });
}

reachability.subscribe(() => {
  if (reachability.get() && session.get().phase === 'unreachable') void readViewer();
});

/** Shows the sign-in in place of the page. @param left whether somebody signed out, so that it says so */
export function end(left: boolean): void {
  goOn(false);
  session.set({ phase: 'signedOut', left });
}

/** Replaces the preferences that screens show. */
export function setViewer(viewer: Viewer): void {
  const now = session.get();
  if (now.phase === 'signedIn') session.set({ ...now, viewer });
}

function goOn(isBack: boolean): void {
  over.set(undefined);
  const all = waiting;
  waiting = [];
  for (const answer of all) answer(isBack);
}
