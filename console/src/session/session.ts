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
  | { readonly phase: 'password'; readonly client: Client; readonly viewer: Viewer }
  | { readonly phase: 'signedIn'; readonly client: Client; readonly viewer: Viewer };

/** The service saw no cookie of a session when it sent the page. */
const isNobody = document.getElementById('root')?.dataset.session === 'none';

export const session = createStore<Session>(isNobody ? { phase: 'signedOut', left: false } : { phase: 'loading' });

/** Whether the sign-in lies over the screen, because the session ended while it was open. */
export const isOver = createStore(false);

/** All tabs of the browser have one session. */
const tabs = new BroadcastChannel('karvon-session');
type Message = 'signedIn' | 'signedOut' | 'over';

let waiting: { readonly adminId: string; readonly answer: (isBack: boolean) => void }[] = [];

setGate(() => {
  const now = session.get();
  if (now.phase !== 'signedIn') return Promise.resolve(false);
  if (!isOver.get()) tabs.postMessage('over' satisfies Message);
  isOver.set(true);
  return new Promise((answer) => waiting.push({ adminId: now.viewer.admin.id, answer }));
});

tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data === 'signedOut') end(true);
  else if (data === 'over') isOver.set(session.get().phase === 'signedIn');
  else void readViewer();
});

/** Asks who is signed in. A page that waits for its session goes on when the same admin is back. */
export async function readViewer(): Promise<void> {
  const { data, error } = await guestClient().query(ViewerDocument, {}).toPromise();
  const problem = problemOf(error);
  if (problem?.code === 'ADMIN_AUTH_REQUIRED') return isOver.get() ? undefined : end(false);
  if (!data?.viewer) return unreachable();
  const { viewer } = data;
  const client = newClient();
  if (viewer.admin.mustChangePassword) return session.set({ phase: 'password', client, viewer });
  const before = session.get();
  if (before.phase === 'signedIn' && before.viewer.admin.id === viewer.admin.id) session.set({ ...before, viewer });
  else session.set({ phase: 'signedIn', client, viewer });
  goOn(viewer.admin.id);
}

/** After a sign-in: this tab and the others go on. */
export async function signedIn(): Promise<void> {
  await readViewer();
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

/** Signs out in all tabs. */
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
  goOn(undefined);
  session.set({ phase: 'signedOut', left });
}

/** Replaces the preferences that screens show. */
export function setViewer(viewer: Viewer): void {
  const now = session.get();
  if (now.phase === 'signedIn') session.set({ ...now, viewer });
}

function goOn(adminId: string | undefined): void {
  isOver.set(false);
  const all = waiting;
  waiting = [];
  for (const one of all) one.answer(one.adminId === adminId);
}
