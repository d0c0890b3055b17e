const LOGO = /^logo-(square-)?(dark|light)-theme\.png$/;
const COLOR = { dark: '#ffffff', light: '#1f2937' };
/** Of letters at this size; a longer name is written smaller. */
const FONT_SIZE = 22;
const LETTER = 0.6;

/**
 * What the menus of Lowdefy show where an app has no logo of its own: its name. The stock server has pictures under these
 * names, which are not part of Lowdefy's packages. Undefined for other files.
 */
export function defaultLogo(file: string, app: string): string | undefined {
  const [, square, theme] = LOGO.exec(file) ?? [];
  if (theme === undefined) return undefined;
  const name = toTitle(app);
  const [text, width] = square ? [name.slice(0, 1), 40] : [name, 130];
  const size = Math.min(FONT_SIZE, Math.floor(width / (text.length * LETTER)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="40" viewBox="0 0 ${width} 40"><text x="${
    square ? 20 : 0
  }" y="21" dominant-baseline="middle"${square ? ' text-anchor="middle"' : ''} font-family="system-ui, sans-serif" font-weight="600" font-size="${size}" fill="${
    COLOR[theme as keyof typeof COLOR]
  }">${toText(text)}</text></svg>`;
}

function toTitle(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function toText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
