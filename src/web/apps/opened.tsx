import type { ReactNode } from 'react';

/** What a browser opens by itself in the app; here a person does, since the answer comes too late for that. */
export function Opened({ name, url }: { name: string; url: string }): ReactNode {
  if (!/^https?:/i.test(url)) return `${name}: ${url}`;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      Open {name}
    </a>
  );
}
