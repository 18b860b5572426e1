/** The file of the frame and of the first screen. */
const HOME = 'home';
/** The file that asks what the first screen needs. */
const EARLY = 'early';

/**
 * A plugin of Vite that writes links to the files of the first screen into the page. The service keeps them for whoever may be signed in, so that the browser
 * loads these files together with the first one, and not after it has run. A small script among them runs before all others have come.
 */
export function firstScreen() {
  let base = '/';
  return {
    name: 'first-screen',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const fileOf = (wanted) => {
          const file = Object.values(bundle ?? {}).find(({ type, name }) => type === 'chunk' && name === wanted);
          if (!file) throw new Error(`the build has no file "${wanted}"`);
          return file;
        };
        const home = `<link rel="modulepreload" crossorigin nonce="__NONCE__" href="${base}${fileOf(HOME).fileName}">`;
        const early = `<script type="module" async crossorigin src="${base}${fileOf(EARLY).fileName}"></script>`;
        return html
          .replace('<script', `<!--signed-in-->${early}<!--/signed-in-->\n    <script`)
          .replace('</head>', `  <!--signed-in--><template id="first-screen">${home}</template><!--/signed-in-->\n  </head>`);
      },
    },
  };
}
