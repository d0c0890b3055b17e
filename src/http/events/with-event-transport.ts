import { TRANSPORT_META } from '../../protocol/page-events.ts';

const SWITCH = `<meta name="${TRANSPORT_META}" content="events">`;

/** A response that, where it is a page, makes it use events instead of WebSockets; also a page that an agent wrote. */
export async function withEventTransport(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = await response.text();
  const start = /<head(?:\s[^>]*)?>/i.exec(html) ?? /<!doctype[^>]*>/i.exec(html);
  const at = start ? start.index + start[0].length : 0;
  const { status, headers } = response;
  return new Response(html.slice(0, at) + SWITCH + html.slice(at), { status, headers });
}
