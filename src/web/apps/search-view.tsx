import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { placeholderOf } from './limits-of.ts';
import type { NodeProps } from './node-props.ts';
import { factOf, titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';
import { Shortcut } from './shortcut.tsx';

/** A button that opens a search, or the search with what it found. */
export function SearchView({ node, use }: NodeProps): ReactNode {
  const { id = '', attributes = {}, children = [] } = node;
  const title = titleOf(node) ?? id;
  const trigger = (event: string, payload?: object) =>
    void use.actAsSeen({ type: 'triggerEvent', blockId: id, event, ...(payload && { payload }) });
  if (attributes.open !== true)
    return (
      <button type="button" disabled={attributes.disabled === true} onClick={() => trigger('onOpen')}>
        {title}
        <Shortcut node={node} />
      </button>
    );
  const recent = factOf(node, 'recentSearches') ?? [];
  return (
    <section className="node modal" role="dialog" aria-label={title} tabIndex={-1}>
      <h3>{title}</h3>
      <Query node={node} search={(value) => trigger('onSearch', { value })} />
      <PartViews node={node} use={use} />
      {recent.length > 0 && (
        <>
          <h4>Recent</h4>
          <ul>
            {recent.map((query, index) => (
              <li key={query}>
                <button
                  type="button"
                  className="plain"
                  onClick={() => trigger('onSearch', { recent: index })}
                >
                  {query}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <ul>
        {children.map((result, index) => (
          <li key={index}>
            <button type="button" className="plain" onClick={() => trigger('onSelect', { index })}>
              {titleOf(result)}
            </button>
            <PartViews node={result} use={use} />
          </li>
        ))}
      </ul>
      <p className="buttons">
        <button type="button" onClick={() => trigger('onClose')}>
          Close
        </button>
      </p>
    </section>
  );
}

function Query({ node, search }: { node: NodeProps['node']; search(value: string): void }): ReactNode {
  const name = useId();
  const searched = factOf(node, 'query') ?? '';
  const [shown, setShown] = useState(searched);
  const [text, setText] = useState(searched);
  // A recent one was chosen, or the agent searches.
  if (searched !== shown) {
    setShown(searched);
    setText(searched);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    search(text);
  }
  return (
    <form onSubmit={submit}>
      <label htmlFor={name}>Search for</label>
      <input
        id={name}
        type="search"
        value={text}
        placeholder={placeholderOf(node)}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit">Search</button>
    </form>
  );
}
