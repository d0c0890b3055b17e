import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { NamedResource } from './named-resource.ts';

/** `lowdefy://invoices/query_invoices`; with the app's name in front where two apps have the same. */
export function baseOf({ pageId, name }: Pick<NamedResource, 'pageId' | 'name'>, app?: string): string {
  const parts = [...(app === undefined ? [] : [app]), pageId].map(encodeURIComponent);
  return `lowdefy://${parts.join('/')}/${name}`;
}

/** The template, if the resource has parameters. */
export function templateOf({ parameters }: NamedResource, base: string): string | undefined {
  return parameters.length > 0 ? `${base}{?${parameters.map(({ name }) => name).join(',')}}` : undefined;
}

/** Whether the page is about something that its address names, so that it shows nothing without it. */
export function needsAddress({ parameters }: NamedResource): boolean {
  return parameters.some(({ from }) => from !== 'filter');
}

/** The values of parameters in a URI of this resource; undefined if it is of another. */
export function matchAddress(base: string, uri: string): Record<string, string> | undefined {
  if (uri === base) return {};
  if (!uri.startsWith(`${base}?`)) return undefined;
  return Object.fromEntries(new URLSearchParams(uri.slice(base.length + 1)));
}

/** Refuses parameters that the resource does not have: they would silently not filter. */
export function checkParameters(resource: NamedResource, values: Record<string, string>): void {
  const names = resource.parameters.map(({ name }) => name);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new TandemError(
    'invalid_input',
    `Resource "${resource.name}" has no parameter "${unknown}".${didYouMean(unknown, names)}`,
  );
}
