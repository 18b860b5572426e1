import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import './ui/styles.ts';
import { App } from './frame/app.tsx';
import { nonce } from './ui/nonce.ts';
import { theme } from './ui/theme.ts';

// What locks scrolling below a dialog has a style of its own.
setNonce(nonce());

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <MantineProvider theme={theme} getStyleNonce={nonce} defaultColorScheme="auto">
      <Notifications position="bottom-right" />
      <App />
    </MantineProvider>,
  );
}
