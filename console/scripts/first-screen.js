/** The file of the frame and of the first screen. */
const HOME = 'home';

/**
 * A plugin of Vite that writes links to the files of the first screen into the page. The service keeps them for whoever may be signed in, so that the browser
 * loads these files together with the first one, and not after it has run.
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
        const home = Object.values(bundle ?? {}).find(({ type, name }) => type === 'chunk' && name === HOME);
        if (!home) throw new Error(`the build has no file "${HOME}"`);
        const styles = [...home.viteMetadata.importedCss].map((file) => `<link rel="stylesheet" crossorigin href="${base}${file}">`);
        const links = [`<link rel="modulepreload" crossorigin href="${base}${home.fileName}">`, ...styles];
        return html.replace('</head>', `  <!--signed-in-->${links.join('')}<!--/signed-in-->\n  </head>`);
      },
    },
  };
}
