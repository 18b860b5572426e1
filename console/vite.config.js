import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './scripts/compressed.js';
import { firstScreen } from './scripts/first-screen.js';

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
  plugins: [react(), compressed(), firstScreen()],
  css: {
    transformer: 'lightningcss',
    lightningcss: { targets: { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) } },
  },
  build: {
    outDir: 'dist',
    target: BROWSERS,
    cssTarget: BROWSERS,
    assetsInlineLimit: 0,
    // One file of styles: together they are small.
    cssCodeSplit: false,
    // One small file that asks while the others come, one for the page before the sign-in, one more for the first screen with its frame, one for what is drawn after
    // it was painted, one for its charts, and one for what several screens share, not one for each set of them. A group has all that its modules import, but for what a group of higher priority has.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'early', test: /console[\\/]src[\\/]early\.ts/, priority: 6 },
            { name: 'first', tags: ['$initial'], priority: 5 },
            { name: 'home', test: /console[\\/]src[\\/](?:frame[\\/]signed-in|today[\\/]today-page)/, priority: 4 },
            {
              name: 'later',
              test: /console[\\/]src[\\/](?:frame[\\/](?:account-menu|menu-drawer|notifications)|today[\\/]today-body)/,
              priority: 3,
            },
            { name: 'charts', test: /console[\\/]src[\\/]charts[\\/](?:bars|time-bars)\.tsx/, priority: 2 },
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
