import type { ReactNode } from 'react';

/** Where nothing is yet: what belongs here, and what to do (`children`). */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  return (
    <div className="empty-state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
