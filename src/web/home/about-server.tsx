import type { ReactNode } from 'react';
import type { Status } from '../../protocol/page-messages.ts';
import { CopyButton } from '../page/parts/copy-button.tsx';

/** What is served, for those who look for it. */
export function AboutServer({ status }: { status: Status }): ReactNode {
  const { dir, mcpUrl, user, isTeam, areas, version } = status;
  return (
    <details className="about">
      <summary>
        <h2 id="server-title">Server</h2>
      </summary>
      <dl>
        <dt>Folder</dt>
        <dd>{dir}</dd>
        <dt>MCP address</dt>
        <dd>{mcpUrl}</dd>
        <dt>Signed in as</dt>
        <dd>{user.name}</dd>
        {isTeam && (
          <>
            <dt>User id</dt>
            {/* What others share sessions with. */}
            <dd>
              {user.userId} <CopyButton text={user.userId} what="your user id" />
            </dd>
          </>
        )}
        <dt>Tools</dt>
        <dd>{areas.flatMap((area) => area.tools).join(', ')}</dd>
        <dt>Version</dt>
        <dd>{version}</dd>
      </dl>
    </details>
  );
}
