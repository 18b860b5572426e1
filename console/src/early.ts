import { sendEarly } from './api/early-answers.ts';
import type { ViewerQuery } from './api/generated/operations.ts';
import { ViewerDocument } from './api/generated/session-session.ts';
import { askFirst, opensToday } from './today/first-questions.ts';
import { offsetOf } from './ui/zone-offset.ts';

// This file is small and loaded first: it asks what the first screen needs while the files of the screen come. `takeEarly` gives them the answers.

/**
 * Begins to load the files of the first screen, whose links scripts/first-screen.js wrote into the page. They come after the first file, not beside it: a slow line
 * would bring both at its end, and a slow machine has the first one to run before.
 */
function loadScreen(): void {
  const links = document.querySelector<HTMLTemplateElement>('#first-screen');
  if (links) document.head.append(links.content);
}

async function ask(): Promise<void> {
  const answer = await sendEarly(ViewerDocument, {});
  const { data } = (await answer.clone().json()) as { readonly data?: ViewerQuery | null };
  const viewer = data?.viewer;
  if (!viewer || viewer.admin.mustChangePassword) return;
  if (!opensToday(viewer)) return loadScreen();
  const answers: Promise<Response>[] = [];
  askFirst(viewer, (document, variables) => void answers.push(sendEarly(document, variables)));
  // The format of a zone takes a slow machine a tenth of a second to make. It has nothing else to do now.
  offsetOf(new Date(), viewer.timeZone);
  // By then a slow line has nearly brought the first file.
  await Promise.any(answers);
  loadScreen();
}

// What fails here is asked again by the page, which says what is wrong.
if (document.getElementById('root')?.dataset.session !== 'none') ask().catch(() => undefined);
