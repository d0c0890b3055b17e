import { BASE_META } from '../protocol/page-base.ts';

/** A page of the browser build as it is below `base`: its own addresses start there, and so do those of its scripts. */
export function toBasedPage(html: string, base: string): string {
  const based = html.replace(/\b(src|href)="\.?\//g, `$1="${base}/`);
  return base === '' ? based : based.replace('<head>', `<head><meta name="${BASE_META}" content="${base}">`);
}
