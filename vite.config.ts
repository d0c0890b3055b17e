import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const page = (name: string) => new URL(`src/web/${name}.html`, import.meta.url).pathname;

export default defineConfig({
  root: 'src/web',
  // The server puts the path in front that it is reached at.
  base: './',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Of the libraries that pages bring along.
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    rolldownOptions: {
      input: [
        page('index'),
        page('console'),
        page('ask'),
        page('chat'),
        page('app'),
        page('share'),
        page('admin'),
        page('activity'),
        page('history'),
      ],
      // The pages' Content-Security-Policy forbids eval, which zod would try. Schemas are made while modules load, so
      // the configuration must be there before the first one.
      output: { banner: 'globalThis.__zod_globalConfig ??= { jitless: true };' },
    },
  },
});
