import type { WebDoors } from '../../area/web-doors.ts';

/** Where a person answers a question. The address contains the id only; the person still has to be signed in. */
export function toAskLink(web: WebDoors, askId: string): Promise<string> {
  return web.pageUrl(`/asks/${askId}`);
}
