import { expect, test } from 'vitest';
import { toLessSource, toTailwindSource } from './app-styles.ts';

const fileOf = (name: string) => `/packages/${name}`;

test('the style sheet that a build of Lowdefy 5 generated names files, and no sources of its own', () => {
  const css = `@layer theme, base;
@import "tailwindcss";
@import "@lowdefy/layout/grid.css";
@import "../../config/public/styles.css" layer(components);
@source "../lowdefy-build/tailwind/*.html";
@import "./tailwind-candidates.css";
@theme inline { --color-primary: red; }`;
  expect(toTailwindSource(css, fileOf, '/app/public').split('\n').filter(Boolean)).toEqual([
    '@layer theme, base;',
    '@import "/packages/tailwindcss" source(none);',
    '@import "/packages/@lowdefy/layout/grid.css";',
    '@import "/app/public/styles.css" layer(components);',
    '@theme inline { --color-primary: red; }',
  ]);
});

test('the style sheet that a build of Lowdefy 4 generated names files, and the changes of the app', () => {
  const less = "@import '@lowdefy/client/style.less';\n@import '../../public/styles.less';";
  expect(toLessSource(less, fileOf, '/app/public/styles.less')).toBe(
    '@import "/packages/@lowdefy/client/style.less";\n@import "/app/public/styles.less";',
  );
});
