/** `my-contacts` is `My contacts`; sessions after the first one have their number, too. */
export function toSessionName(alias: string, app: string | undefined): string {
  if (app === undefined) return `Live UI ${alias}`;
  const words = app.replace(/[-_]+/g, ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return alias === '1' ? title : `${title} (${alias})`;
}
