import { type ReactNode, useEffect, useId, useState } from 'react';
import { DEED_FILTERS, type DeedFilter, type DeedsWanted } from '../../../protocol/deed.ts';

const WORDS: Record<DeedFilter, string> = {
  agent: 'Agent',
  person: 'People',
  failed: 'Failed',
  requests: 'Requests',
};
/** After the last key. */
const TYPING_MS = 250;

/** What to show of a time line: all, or what is any of these and contains these words. */
export function DeedFilters({
  wanted,
  onWant,
}: {
  wanted: DeedsWanted;
  onWant(wanted: DeedsWanted): void;
}): ReactNode {
  const id = useId();
  const [typed, setTyped] = useState(wanted.query);
  useEffect(() => {
    if (typed === wanted.query) return;
    const timer = setTimeout(() => onWant({ ...wanted, query: typed }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, wanted, onWant]);
  const toggle = (filter: DeedFilter) =>
    onWant({
      ...wanted,
      show: wanted.show.includes(filter)
        ? wanted.show.filter((one) => one !== filter)
        : [...wanted.show, filter],
    });
  return (
    <div className="tl-filters">
      <input
        id={id}
        type="search"
        aria-label="Search"
        placeholder="Search"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <fieldset aria-label="Show only">
        {DEED_FILTERS.map((filter) => (
          <button
            key={filter}
            type="button"
            aria-pressed={wanted.show.includes(filter)}
            onClick={() => toggle(filter)}
          >
            {WORDS[filter]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
