import type { ReactNode } from 'react';

export function Airplane(): ReactNode {
  return (
    <svg className="airplane" viewBox="0 0 24 24" width="20" height="20" role="img" aria-label="Airplane">
      <path
        fill="currentColor"
        d="M21 15.5v-1.8l-7.6-4.8V4.2a1.4 1.4 0 0 0-2.8 0v4.7L3 13.7v1.8l7.6-2.4v4.6l-2 1.5v1.3l3.4-1 3.4 1v-1.3l-2-1.5v-4.6z"
      />
    </svg>
  );
}
