import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './scripts/compressed.js';

/** The service that `npm run dev` asks. */
const SERVICE = process.env.KARVON_URL ?? 'http://localhost:3000';

export default defineConfig({
  base: '/console/',
  // The service replaces it by a nonce of its own in each answer with index.html.
  html: { cspNonce: '__NONCE__' },
  plugins: [react(), compressed()],
  css: { transformer: 'lightningcss' },
  build: { outDir: 'dist', target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 1_000, manifest: true },
  server: { proxy: { '/graphql': SERVICE, '/v1': SERVICE } },
});
