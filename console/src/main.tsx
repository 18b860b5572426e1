import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { nonce } from './ui/nonce.ts';
import '@mantine/core/styles.layer.css';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <MantineProvider getStyleNonce={nonce} defaultColorScheme="auto">
      Karvon
    </MantineProvider>,
  );
}
