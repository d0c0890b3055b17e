import type { ReactNode } from 'react';

/** A table that is scrolled sideways where it does not fit, also by keyboard; a shadow says that there is more. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="scroll-x" aria-label={label} tabIndex={0}>
      <table className="data-table">{children}</table>
    </section>
  );
}
