import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import './early.ts';
import './ui/styles.ts';
import { followService } from './api/reachability.ts';
import { App, loadScreens } from './frame/app.tsx';
import { followSession, readViewer, session } from './session/session.ts';
import { followFocus } from './ui/focus.ts';
import { nonce } from './ui/nonce.ts';
import { theme } from './ui/theme.ts';
import { followCutTexts } from './ui/whole-text.ts';

// What locks scrolling below a dialog has a style of its own.
setNonce(nonce());

/** So long at most nothing is drawn, where who is signed in and what they see is about to come: drawing that it has not come takes a slow machine longer. */
const SOON_MS = 300;

async function draw(): Promise<void> {
  if (session.get().phase === 'loading') {
    await Promise.race([Promise.all([readViewer(), loadScreens()]), new Promise((soon) => setTimeout(soon, SOON_MS))]);
  }
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <MantineProvider theme={theme} getStyleNonce={nonce} defaultColorScheme="auto">
      <App />
    </MantineProvider>,
  );
}

followFocus();
followCutTexts();
followService();
followSession();
void draw();
