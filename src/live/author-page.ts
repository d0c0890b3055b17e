import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../lib/has-code.ts';

/** Where our pages find their code; see `ui://viewdefs`. */
const OUR_SCRIPT = '/live/live.js';
const EXTERNAL_SCRIPT = /<script\b[^>]*\ssrc\s*=\s*["']?(?:https?:)?\/\//i;
const SHOWS_THE_APP = /<[a-z][^>]*\sui-app\b/i;

export interface AuthorPage {
  html: string;
  /** It was made for another live server: its scripts come from there or from a CDN, and cannot run here. */
  isForeign: boolean;
}

/** `html/index.html` of a base folder; undefined if there is none. */
export function readAuthorPage(baseDir: string): AuthorPage | undefined {
  try {
    const html = readFileSync(join(baseDir, 'html', 'index.html'), 'utf8');
    const isForeign = !html.includes(OUR_SCRIPT) && (EXTERNAL_SCRIPT.test(html) || SHOWS_THE_APP.test(html));
    return { html, isForeign };
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  }
}
