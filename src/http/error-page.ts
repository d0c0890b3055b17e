import { escapeHtml, isOpenedPage, toHtmlPage } from '../lib/html-page.ts';

const HEADINGS: Record<number, string> = {
  401: 'Sign in',
  403: 'Not allowed here',
  404: 'Nothing at this address',
  410: 'This has ended',
  429: 'Too many requests',
  503: 'Not ready yet',
};

/** What somebody reads who opened an address that is refused: the sentence of the error, and a way on. Programs get the JSON. */
export async function withErrorPage(request: Request, response: Response, home: string): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  if (response.status < 400 || !isJson || !isOpenedPage(request)) return response;
  const { error } = (await response.json()) as { error?: unknown };
  const { status } = response;
  const sentence =
    status === 404
      ? 'The link may be old or incomplete, or it leads to something that is not shared with you.'
      : String(error ?? 'The server could not answer this request.');
  const heading = HEADINGS[status] ?? (status < 500 ? 'This did not work' : 'Something went wrong');
  const main = `<p>${escapeHtml(sentence)}</p><p><a href="${escapeHtml(home)}">All sessions</a></p>`;
  const page = toHtmlPage({ heading, main, status });
  for (const name of ['WWW-Authenticate', 'Retry-After']) {
    const value = response.headers.get(name);
    if (value !== null) page.headers.set(name, value);
  }
  return page;
}
