import { type ReactNode, useState } from 'react';
import { EmptyState } from '../page/parts/empty-state.tsx';
import { TopBar } from '../page/parts/top-bar.tsx';
import { useConnectionBar } from '../page/parts/use-connection-bar.ts';
import { createToasts } from '../page/toasts.ts';
import { AuditDownload } from './audit-download.tsx';
import { EndDialog, type SessionEnding } from './end-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type AdminSession, type Filter, useAdminSessions } from './use-admin-sessions.ts';
import { UserSessions } from './user-sessions.tsx';

const toasts = createToasts();
const NO_FILTER: Filter = { user: '', kind: '', status: '', query: '' };

/** Who has which sessions, for administrators: to find, to end, and to download who did what. */
export function AdminPage(): ReactNode {
  const [filter, setFilter] = useState(NO_FILTER);
  const [ending, setEnding] = useState<SessionEnding>();
  const { sessions, kinds, hasMore, isAway, fault, more, end } = useAdminSessions(filter);
  useConnectionBar(isAway);
  const isFiltered = Object.values(filter).some((value) => value !== '');

  const confirm = async ({ session, isAll }: SessionEnding) => {
    setEnding(undefined);
    const count = await end(session, isAll);
    if (count === undefined) return;
    const what = isAll
      ? `${count} ${count === 1 ? 'session' : 'sessions'} of ${session.userId}`
      : `“${session.name}”`;
    toasts.show(`Ended ${what}.`);
  };

  return (
    <>
      <TopBar title="Admin" />
      <main className="page">
        <h2 id="sessions-title">Sessions of all users</h2>
        <FilterBar filter={filter} kinds={kinds} onChange={setFilter} />
        <p className="fault" role="alert" hidden={fault === ''}>
          {fault}
        </p>
        {sessions === undefined && fault === '' && <p className="quiet">Loading…</p>}
        {sessions?.length === 0 && (
          <EmptyState title={isFiltered ? 'No sessions fit' : 'Nobody has sessions yet'}>
            <p>
              {isFiltered
                ? 'Change the filter, or clear it.'
                : 'They appear here when agents or people create them.'}
            </p>
          </EmptyState>
        )}
        {byUser(sessions ?? []).map(([userId, theirs]) => (
          <UserSessions
            key={userId}
            userId={userId}
            sessions={theirs}
            isOnly={filter.user === userId}
            onShow={() => setFilter({ ...NO_FILTER, user: userId })}
            onEnd={(session, isAll) => setEnding({ session, isAll })}
          />
        ))}
        {hasMore && (
          <button type="button" onClick={more}>
            Show more
          </button>
        )}
        <AuditDownload kinds={kinds} user={filter.user} />
      </main>
      {ending && <EndDialog ending={ending} onConfirm={confirm} onCancel={() => setEnding(undefined)} />}
    </>
  );
}

/** Users in the order of their last activity, as the sessions are. */
function byUser(sessions: readonly AdminSession[]): [string, AdminSession[]][] {
  const users = new Map<string, AdminSession[]>();
  for (const session of sessions) users.set(session.userId, [...(users.get(session.userId) ?? []), session]);
  return [...users];
}
