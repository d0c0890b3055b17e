/** A document as the search library gives it: its id, what the index keeps of it, and how well it fits. */
export type SearchResult = Record<string, unknown>;

/** What a search gave, before it is shown. */
export interface Searched {
  results: SearchResult[];
  /** How results are grouped, and which of their fields say what. */
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

/** What was typed into an open search, and what it gave: as many results as are shown, and how many there are. */
export interface FoundResults {
  query: string;
  total: number;
  results: ShownResult[];
}

/** Queries that led to a choice, newest first, by the names under which a browser keeps them for all pages of an app. */
export type KeptSearches = Record<string, string[]>;

interface GroupRule {
  label?: unknown;
  match?: Record<string, unknown>;
}

/** Results in the order in which they are shown: by the groups of the app, then the others. */
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
