import type { WebDoors } from '../../area/web-doors.ts';

/** Where a person answers a question. The address carries the id only, and lets nobody in by itself. */
export async function toAskLink(web: WebDoors, askId: string): Promise<string> {
  const { ui } = await web.open();
  return `http://localhost:${ui}/asks/${askId}`;
}
