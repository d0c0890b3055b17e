import { type FormEvent, type ReactNode, useState } from 'react';
import { serverPath } from '../page/server-path.ts';

/** Who did what in a range of days, as a file. */
export function AuditDownload({ kinds, user }: { kinds: readonly string[]; user: string }): ReactNode {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [kind, setKind] = useState('');
  const [fault, setFault] = useState('');

  const download = (event: FormEvent) => {
    event.preventDefault();
    if (from !== '' && to !== '' && from > to) return setFault('The first day must not be after the last.');
    setFault('');
    const given = { from: startOf(from), to: startOf(to, 1), user, kind };
    const wanted = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
    // The server names the file; the page stays.
    location.assign(serverPath(`/api/admin/audit?${wanted}`));
  };

  return (
    <section aria-labelledby="audit-title">
      <h2 id="audit-title">Audit trail</h2>
      <p className="quiet">
        Who did what, when and with what outcome, in{' '}
        {user === '' ? 'all sessions' : `sessions of ${user} and by ${user}`}, one JSON object per line.
        Secrets are masked.
      </p>
      <form className="filters" onSubmit={download}>
        <label>
          From
          <input type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        </label>
        <label>
          To
          <input type="date" value={to} onChange={({ target }) => setTo(target.value)} />
        </label>
        <label>
          Kind
          <select value={kind} onChange={({ target }) => setKind(target.value)}>
            <option value="">All</option>
            {[...kinds, 'audit'].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <button type="submit" className="primary">
          Download
        </button>
      </form>
      <p className="fault" role="alert" hidden={fault === ''}>
        {fault}
      </p>
    </section>
  );
}

/** The midnight before a day where this person is, or some days later. */
function startOf(day: string, later = 0): string {
  if (day === '') return '';
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
