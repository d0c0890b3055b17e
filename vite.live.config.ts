import { defineConfig } from 'vite';

const HISTORY = 'history-panel';

/** Live views: names without a hash, because authors' own pages load them by name. */
export default defineConfig({
  root: 'src/web/live',
  base: '/live/',
  build: {
    outDir: '../../../dist/web/live',
    emptyOutDir: true,
    target: 'es2022',
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    // The colour scheme is that of Shoelace's themes, so light-dark() is left to the browser.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        live: 'src/web/live/live.html',
        variables: 'src/web/live/variables.html',
        'conserve-worker': 'src/web/live/conserve-worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        // The history has libraries; it is loaded when somebody opens it.
        chunkFileNames: ({ name }) => (name === HISTORY ? `${HISTORY}.js` : 'shared.js'),
        // The pages' Content-Security-Policy forbids eval, which zod would try.
        banner: ({ name }) =>
          name === HISTORY ? 'globalThis.__zod_globalConfig ??= { jitless: true };' : '',
        assetFileNames: '[name][extname]',
      },
    },
  },
});
