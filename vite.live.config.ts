import { defineConfig } from 'vite';

/** Live views: names without a hash, because authors' own pages load them by name. */
export default defineConfig({
  root: 'src/web/live',
  base: '/live/',
  build: {
    outDir: '../../../dist/web/live',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        live: 'src/web/live/live.html',
        variables: 'src/web/live/variables.html',
        'conserve-worker': 'src/web/live/conserve-worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'shared.js',
        assetFileNames: '[name][extname]',
      },
    },
  },
});
