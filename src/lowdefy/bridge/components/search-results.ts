/** A document from the search library: its id, its stored fields, and its score. */
export type SearchResult = Record<string, unknown>;

/** What a search gave, before it is shown. */
export interface Searched {
  results: SearchResult[];
  /** How results are grouped, and what their fields mean. */
  groups: unknown;
  mapping: Record<string, unknown>;
}

/** A result as it is shown. */
export interface ShownResult {
  group?: string;
  title: string;
  description?: string;
  item: SearchResult;
}

/** The query of an open search and its results: those that are shown, and the total. */
export interface FoundResults {
  query: string;
  total: number;
  results: ShownResult[];
}

/**
 * Queries that led to a choice, newest first, by the keys under which a browser stores them for all pages of an app.
 */
export type KeptSearches = Record<string, string[]>;

interface GroupRule {
  label?: unknown;
  match?: Record<string, unknown>;
}

/** Results in display order: by the groups of the app, then the others. */
export function toShownResults({ results, groups, mapping }: Searched): ShownResult[] {
  const rules: GroupRule[] = Array.isArray(groups) ? groups : [];
  const ruleOf = (result: SearchResult) =>
    rules.find((rule) => Object.entries(rule.match ?? {}).every(([field, value]) => result[field] === value));
  const grouped = [...rules, undefined].flatMap((rule) =>
    results.filter((result) => ruleOf(result) === rule).map((item) => ({ rule, item })),
  );
  const { title = 'title', description } = mapping;
  return grouped.map(({ rule, item }) => {
    const more = description === undefined ? undefined : item[String(description)];
    return {
      ...(rules.length > 0 && { group: rule ? String(rule.label) : 'Other' }),
      title: String(item[String(title)] ?? item.id),
      ...(more ? { description: String(more) } : {}),
      item,
    };
  });
}
