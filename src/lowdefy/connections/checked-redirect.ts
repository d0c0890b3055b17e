import type { AxiosRequestConfig } from 'axios';

/** Headers about the content, which say nothing about the sender. */
const HARMLESS = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent']);

type BeforeRedirect = NonNullable<AxiosRequestConfig['beforeRedirect']>;

/**
 * Checks where a redirect leads. To another origin, it drops the app's headers and credentials, which are for the
 * service that was called; it never goes from https to http.
 */
export function checkedRedirect({ url = '', baseURL }: AxiosRequestConfig): BeforeRedirect {
  const start = new URL(url, baseURL);
  return (options) => {
    const target = new URL(String(options.href));
    if (start.protocol === 'https:' && target.protocol !== 'https:')
      throw new Error(
        `The service redirects from ${start.origin} to ${target.origin}, which is not encrypted`,
      );
    if (target.origin === start.origin) return;
    delete options.auth;
    for (const name of Object.keys(options.headers as object))
      if (!HARMLESS.has(name.toLowerCase())) delete (options.headers as Record<string, unknown>)[name];
  };
}
