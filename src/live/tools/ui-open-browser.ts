import { z } from 'zod';
import type { Tool } from '../../area/tool.ts';
import { TandemError } from '../../errors.ts';
import { defineLiveTool, type LiveTools, liveSessionIdInput } from './live-tool.ts';

export function createUiOpenBrowser(live: LiveTools): Tool {
  return defineLiveTool(
    {
      name: 'ui_open_browser',
      title: 'Open browser',
      description: "Open the live UI in the person's browser on this machine.",
      input: z.strictObject({
        ...liveSessionIdInput,
        path: z.string().max(2000).default('/'),
        conserve: z.boolean().default(true).describe('Use a tab that already has it open'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      builds: true,
      needsServer: true,
      async handle({ sessionId, path, conserve }, { principal }) {
        const session = await live.server.session(principal, sessionId);
        const { url, web } = live.server.running();
        const target = toPageUrl(url, session.alias, path, conserve);
        if (web.isRemote)
          throw new TandemError(
            'unavailable',
            `This server is not on the person's machine. Ask them to open ${await web.pageUrl(`/live${target.pathname}`)}`,
          );
        const entry = web.viewsEntry(`${target.pathname}${target.search}${target.hash}`, principal);
        const opened = await web.openBrowser(entry ?? target.href);
        if (!opened)
          throw new TandemError(
            'unavailable',
            `No browser could be opened here. Ask the person to run "tandem open" in ${live.dir} and choose ${session.name}; its address is ${target.href}`,
          );
        return { text: `Opened ${target.href}` };
      },
    },
    live,
  );
}

/** `http://127.0.0.1:PORT/SESSION-ID/PATH?conserve=true`; whatever the path contains, it stays a path on our origin. */
function toPageUrl(base: string, alias: string, path: string, conserve: boolean): URL {
  const page = new URL(`${base}/${alias}/`);
  const rest = path.replace(/^[/\\]+/, '');
  const target = rest === '' ? page : new URL(`./${rest}`, page);
  if (target.origin !== page.origin || !target.pathname.startsWith(page.pathname))
    throw new TandemError('invalid_input', `path "${path}" is outside the session's pages.`);
  if (conserve) target.searchParams.set('conserve', 'true');
  return target;
}
