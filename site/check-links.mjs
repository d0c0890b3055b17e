import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Links and pictures of a built site that lead nowhere: "page: link". */
export function brokenLinks(out) {
  const pages = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  const read = new Map(pages.map((name) => [name, readFileSync(join(out, name), 'utf8')]));
  return pages.flatMap((name) => {
    const links = [...read.get(name).matchAll(/\b(?:href|src)="([^"]+)"/g)].map(([, link]) =>
      link.replaceAll('&amp;', '&'),
    );
    return [...new Set(links)].filter((link) => isBroken(name, link)).map((link) => `${name}: ${link}`);
  });

  function isBroken(page, link) {
    if (/^([a-z]+:|\/\/|data:)/.test(link)) return false;
    const [path, anchor] = decodeURIComponent(link).split('#');
    const file = path === '' ? page : path.startsWith('/') ? path.slice(1) : join(dirname(page), path);
    const found = [file, `${file}.html`, join(file, 'index.html')].find(
      (one) => existsSync(join(out, one)) && statSync(join(out, one)).isFile(),
    );
    if (found === undefined) return true;
    if (!anchor || !found.endsWith('.html')) return false;
    return !read.get(found).includes(`id="${anchor}"`);
  }
}
