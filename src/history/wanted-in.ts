import { TandemError } from '../errors.ts';
import { DEED_FILTERS, type DeedsWanted, deedsWantedSchema } from '../protocol/deed.ts';

export const EVERYTHING: DeedsWanted = { show: [], query: '' };

/** What an address asks for: `?show=agent,failed&query=price`. */
export function wantedIn(params: URLSearchParams): DeedsWanted {
  const show = (params.get('show') ?? '').split(',').filter(Boolean);
  const given = deedsWantedSchema.safeParse({ show, query: params.get('query') ?? '' });
  if (given.success) return given.data;
  throw new TandemError(
    'invalid_input',
    `"show" takes ${DEED_FILTERS.join(', ')}, separated by commas; "query" takes up to 200 characters.`,
  );
}

/** What a page sends; everything if that cannot be understood. */
export function parseWanted(text: string): DeedsWanted {
  try {
    return deedsWantedSchema.parse(JSON.parse(text));
  } catch {
    return EVERYTHING;
  }
}
