import type { WebDoors } from '../../area/web-doors.ts';

/** Where a person answers a question. The address carries the id only, and lets nobody in by itself. */
export async function toAskLink(web: WebDoors, askId: string): Promise<string> {
  return `http://localhost:${await web.pagePort()}/asks/${askId}`;
}
