import type { ReactNode } from 'react';
import { serverPath } from '../server-path.ts';

/** Where the person is, what else there is, and what can be done here (`children`). */
export function TopBar({ title, children }: { title?: string | undefined; children?: ReactNode }): ReactNode {
  return (
    <header className="top-bar">
      <div className="place">
        {title === undefined ? (
          <h1>Tandem</h1>
        ) : (
          <>
            <a className="home" href={serverPath('/')} aria-label="Tandem: all sessions">
              Tandem
            </a>
            <h1>{title}</h1>
          </>
        )}
      </div>
      {children}
    </header>
  );
}
