import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './scripts/compressed.js';

/** The service that `npm run dev` asks. */
const SERVICE = process.env.KARVON_URL ?? 'http://localhost:3000';

/** The first versions that have `light-dark()` of CSS, which stays as it is written. */
const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];

/** So many screens that need a part have it in one file with the others. */
const SHARED_BY = 10;

export default defineConfig({
  base: '/console/',
  // The service replaces it by a nonce of its own in each answer with index.html.
  html: { cspNonce: '__NONCE__' },
  plugins: [react(), compressed()],
  css: {
    transformer: 'lightningcss',
    lightningcss: { targets: { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) } },
  },
  build: {
    outDir: 'dist',
    target: BROWSERS,
    cssTarget: BROWSERS,
    assetsInlineLimit: 0,
    // One file for what the page before the sign-in needs, one for the frame of all screens, and one for what several screens share, not one for each set of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'frame', test: /console[\\/]src[\\/](?:frame|api[\\/]client)/, priority: 2 },
            {
              name: 'shared',
              test: /console[\\/]src[\\/](?!charts)|@mantine[\\/](?:core|hooks)|@tanstack|octicons/,
              minShareCount: SHARED_BY,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { '/graphql': SERVICE, '/v1': SERVICE } },
});
