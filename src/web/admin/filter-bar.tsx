import type { ReactNode } from 'react';
import type { Filter } from './use-admin-sessions.ts';

/** Which sessions are shown. */
export function FilterBar({
  filter,
  kinds,
  onChange,
}: {
  filter: Filter;
  kinds: readonly string[];
  onChange(filter: Filter): void;
}): ReactNode {
  return (
    <search className="filters">
      <label>
        Search
        <input
          type="search"
          placeholder="Name, description or user"
          value={filter.query}
          onChange={({ target }) => onChange({ ...filter, query: target.value })}
        />
      </label>
      <label>
        Kind
        <select value={filter.kind} onChange={({ target }) => onChange({ ...filter, kind: target.value })}>
          <option value="">All</option>
          {kinds.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </label>
      <label>
        State
        <select
          value={filter.status}
          onChange={({ target }) => onChange({ ...filter, status: target.value })}
        >
          <option value="">All</option>
          <option>open</option>
          <option>closed</option>
          <option>expired</option>
        </select>
      </label>
      {filter.user !== '' && (
        <button
          type="button"
          aria-label={`Only ${filter.user}. Show all users.`}
          onClick={() => onChange({ ...filter, user: '' })}
        >
          Only {filter.user} ✕
        </button>
      )}
    </search>
  );
}
