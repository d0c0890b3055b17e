import { type ReactNode, useState } from 'react';
import { numberLimits } from './limits-of.ts';
import type { FieldProps } from './typed-field.tsx';

/** Two numbers, of which each can be changed alone once both are there. */
export function RangeField({ node, value, field, set }: FieldProps): ReactNode {
  const known = Array.isArray(value) ? value.map(String) : ['', ''];
  const [drafts, setDrafts] = useState<(string | undefined)[]>([]);
  const texts = [0, 1].map((place) => drafts[place] ?? known[place] ?? '');
  async function commit(): Promise<void> {
    const isChanged = drafts.some((draft, place) => draft !== undefined && draft !== known[place]);
    if (!isChanged || texts.includes('')) return;
    if (await set(texts.map(Number))) setDrafts([]);
  }
  return (
    <span className="range">
      {['From', 'To'].map((word, place) => (
        <input
          key={word}
          {...field}
          id={place === 0 ? field.id : undefined}
          aria-label={place === 0 ? undefined : word}
          type="number"
          {...numberLimits(node)}
          value={texts[place]}
          onChange={({ target }) =>
            setDrafts((now) => [0, 1].map((at) => (at === place ? target.value : now[at])))
          }
          onBlur={() => void commit()}
          onKeyDown={({ key }) => {
            if (key === 'Enter') void commit();
            if (key === 'Escape') setDrafts([]);
          }}
        />
      ))}
    </span>
  );
}
