import { filesOf, SECTIONS, sitePath, titleOf } from '../pages.mjs';

const pageOf = (file) => `/${sitePath(file).replace(/\.md$/, '')}`;
const shortTitle = (file) =>
  titleOf(file)
    .replace(/^Quick start: (.)/, (_, first) => first.toUpperCase())
    .replace(/:.*$/, '');

/** As GitHub makes them, so that links hold in both places. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

export default {
  srcDir: '.content',
  outDir: '.out',
  title: 'Tandem',
  description: 'One app, two users: a person in a browser and an agent over MCP, in the same session.',
  lang: 'en',
  markdown: { anchor: { slugify } },
  ignoreDeadLinks: 'localhostLinks',
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: pageOf(filesOf('Start')[0]) },
      { text: 'Guides', link: pageOf(filesOf('Guides')[0]) },
      { text: 'Reference', link: pageOf(filesOf('Reference')[0]) },
      { text: 'FAQ', link: pageOf('docs/guide/faq.md') },
    ],
    sidebar: [
      { text: 'What it is', link: '/' },
      ...Object.keys(SECTIONS).map((text) => ({
        text,
        collapsed: text === 'Examples' || text === 'Project',
        items: filesOf(text).map((file) => ({ text: shortTitle(file), link: pageOf(file) })),
      })),
    ],
  },
};
