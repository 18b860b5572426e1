import { sendEarly } from './api/early-answers.ts';
import type { ViewerQuery } from './api/generated/operations.ts';
import { ViewerDocument } from './api/generated/session-session.ts';
import { askFirst } from './today/first-questions.ts';
import { offsetOf } from './ui/zone-offset.ts';

// This file is small and loaded first: it asks what the first screen needs while the files of the screen come. `takeEarly` gives them the answers.

/** The addresses of the first screen, for whoever may see it. */
const FIRST = /^\/console(?:\/|\/today)?$/;
const NEEDED = 'getOverview';

async function ask(): Promise<void> {
  const answer = await sendEarly(ViewerDocument, {});
  const { data } = (await answer.clone().json()) as { readonly data?: ViewerQuery | null };
  const viewer = data?.viewer;
  if (!viewer || viewer.admin.mustChangePassword || !FIRST.test(window.location.pathname)) return;
  if (!viewer.permissions.includes(NEEDED)) return;
  askFirst(viewer, sendEarly);
  // The format of a zone takes a slow machine a tenth of a second to make. It has nothing else to do now.
  offsetOf(new Date(), viewer.timeZone);
}

// What fails here is asked again by the page, which says what is wrong.
if (document.getElementById('root')?.dataset.session !== 'none') ask().catch(() => undefined);
