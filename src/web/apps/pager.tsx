import type { ReactNode } from 'react';

/** How many more are shown at once. */
const MORE = 50;

interface PagerProps {
  /** `rows` or `items`. */
  what: string;
  from: number;
  shown: number;
  total: number;
  show(from: number, count: number): void;
}

/** The way to what is not shown of a table or list. */
export function Pager({ what, from, shown, total, show }: PagerProps): ReactNode {
  if (shown >= total) return null;
  const to = from + shown;
  return (
    <p className="quiet">
      {what.charAt(0).toUpperCase() + what.slice(1)} {from + 1} to {to} of {total}{' '}
      {from > 0 && (
        <button type="button" onClick={() => show(Math.max(0, from - MORE), MORE)}>
          Earlier {what}
        </button>
      )}{' '}
      {to < total && (
        <button type="button" onClick={() => show(to, MORE)}>
          Later {what}
        </button>
      )}
    </p>
  );
}
