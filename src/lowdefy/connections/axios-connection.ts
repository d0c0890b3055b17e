import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios, { type AxiosRequestConfig, isAxiosError } from 'axios';
import { axiosSchema } from './axios-schema.ts';
import { checkedRedirect } from './checked-redirect.ts';
import type { ConnectionType, Resolver, ResolverArgs } from './connection.ts';
import { tooBig } from './response-size.ts';

const MAX_CHARACTERS = 300;
const MB = 1024 * 1024;

/** What an app may set in addition to the options of axios. */
interface AppOptions extends AxiosRequestConfig {
  httpAgentOptions?: object;
  httpsAgentOptions?: object;
}

/**
 * The connection type `AxiosHttp`, instead of the stock one, whose axios has known vulnerabilities. Same types and
 * options, but a connection's baseURL and headers stay with its service: neither a request whose `url` comes from
 * data nor a redirect can send the connection's credentials elsewhere.
 */
export function createAxiosConnection(maxResponseMb: number): ConnectionType {
  const resolver: Resolver = Object.assign(
    async ({ connection, request }: ResolverArgs) => {
      const { url, baseURL } = { ...connection, ...request } as AppOptions;
      if (connection.allowAbsoluteUrls !== true) checkUrl(url, baseURL);
      try {
        const { status, statusText, headers, data } = await axios(
          toConfig({ maxContentLength: maxResponseMb * MB, ...connection }, request),
        );
        return { status, statusText, headers: { ...headers }, data };
      } catch (error) {
        if (isAxiosError(error) && /^maxContentLength/.test(error.message))
          throw tooBig(`more than ${maxResponseMb} MB`, maxResponseMb);
        throw new Error(describe(error), { cause: error });
      }
    },
    { schema: axiosSchema, meta: { checkRead: false, checkWrite: false } },
  );
  return { schema: axiosSchema, requests: { AxiosHttp: resolver } };
}

function toConfig(connection: object, request: object): AxiosRequestConfig {
  const { httpAgentOptions, httpsAgentOptions, ...config } = merge(connection, request) as AppOptions;
  return {
    ...config,
    allowAbsoluteUrls: 'allowAbsoluteUrls' in connection && connection.allowAbsoluteUrls === true,
    beforeRedirect: checkedRedirect(config),
    ...(httpAgentOptions && { httpAgent: new HttpAgent(httpAgentOptions) }),
    ...(httpsAgentOptions && { httpsAgent: new HttpsAgent(httpsAgentOptions) }),
  };
}

/** The request's properties override the connection's, at any depth. */
function merge(below: object, above: object): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = merged[key];
    if (value !== undefined) merged[key] = isSet(under) && isSet(value) ? merge(under, value) : value;
  }
  return merged;
}

function isSet(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A whole address next to a base would be sent with what is meant for the base. */
function checkUrl(url: unknown, baseURL: unknown): void {
  if (typeof url !== 'string' || typeof baseURL !== 'string') return;
  if (!/^([a-z][a-z\d+.-]*:)?\/\//i.test(url)) return;
  throw new Error(
    `"url" is an absolute URL (${toOrigin(url)}), but the connection has a baseURL (${toOrigin(baseURL)}). Use only the path, use a connection without a baseURL, or set allowAbsoluteUrls: true on the connection`,
  );
}

function toOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url.slice(0, 80);
}

function describe(error: unknown): string {
  if (!isAxiosError(error)) return error instanceof Error ? error.message : String(error);
  const { response, message, code } = error;
  if (!response) return message || String(code);
  const text = typeof response.data === 'string' ? response.data : JSON.stringify(response.data);
  const data = (text ?? '').length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
  return `${message}; Http response "${response.status}: ${response.statusText}"; Data: ${data}`;
}
