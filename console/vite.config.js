import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './scripts/compressed.js';

/** The service that `npm run dev` asks. */
const SERVICE = process.env.KARVON_URL ?? 'http://localhost:3000';

/** The first versions that have `light-dark()` of CSS, which stays as it is written. */
const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];

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
    // What the first screen needs is one file, not one for each set of screens that share a part.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { '/graphql': SERVICE, '/v1': SERVICE } },
});
