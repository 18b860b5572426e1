import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import './ui/styles.ts';
import { App } from './frame/app.tsx';
import { readViewer, session } from './session/session.ts';
import { nonce } from './ui/nonce.ts';
import { theme } from './ui/theme.ts';

// What locks scrolling below a dialog has a style of its own.
setNonce(nonce());

// Before anything is drawn: the answer takes longer.
if (session.get().phase === 'loading') void readViewer();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <MantineProvider theme={theme} getStyleNonce={nonce} defaultColorScheme="auto">
      <App />
    </MantineProvider>,
  );
}
