import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { type AppsToOpen, appsToOpenSchema, sessionBegunSchema } from '../../protocol/new-session.ts';
import { refusalSchema } from '../../protocol/page-messages.ts';
import { pageHeaders } from '../page/page-headers.ts';
import { Dialog } from '../page/parts/dialog.tsx';
import { readBody } from '../page/read-message.ts';
import { serverPath } from '../page/server-path.ts';

const AWAY = 'The server is not reachable. Try again in a moment.';

/** A person begins a session: which app, on which page, and what it is about. An agent finds it by its name. */
export function NewSessionDialog({ onClose }: { onClose(): void }): ReactNode {
  const [apps, setApps] = useState<AppsToOpen['apps']>();
  const [app, setApp] = useState<string>();
  const [pageId, setPageId] = useState<string>();
  const [name, setName] = useState<string>();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  useEffect(() => {
    readApps()
      .then(setApps)
      .catch((error: Error) => setFault(error.message));
  }, []);
  const chosen = apps?.find((one) => one.name === app) ?? apps?.[0];
  const page = chosen?.pages.find((one) => one.pageId === pageId) ?? chosen?.pages[0];
  const title = name ?? page?.title ?? '';
  const problem = fault || chosen?.problem || '';

  async function begin(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFault('');
    try {
      const sessionId = await postSession({ app: chosen?.name, pageId: page?.pageId, name: title.trim() });
      location.assign(serverPath(`/apps/${sessionId}`));
    } catch (error) {
      setFault(error instanceof Error ? error.message : AWAY);
      setBusy(false);
    }
  }

  return (
    <Dialog title="New session" onClose={onClose}>
      <p className="quiet">
        You begin, and hand over when you like: tell your agent to continue the session by its name.
      </p>
      <form className="form-fields" onSubmit={(event) => void begin(event)}>
        {apps && apps.length > 1 && (
          <div className="form-field">
            <label htmlFor={`${id}-app`}>App</label>
            <select
              id={`${id}-app`}
              value={chosen?.name}
              onChange={({ target }) => {
                setApp(target.value);
                setPageId(undefined);
              }}
            >
              {apps.map((one) => (
                <option key={one.name}>{one.name}</option>
              ))}
            </select>
          </div>
        )}
        <div className="form-field">
          <label htmlFor={`${id}-page`}>Page</label>
          <select
            id={`${id}-page`}
            value={page?.pageId ?? ''}
            disabled={!page}
            onChange={({ target }) => setPageId(target.value)}
          >
            {chosen?.pages.map((one) => (
              <option key={one.pageId} value={one.pageId}>
                {one.title}
              </option>
            )) ?? <option value="">Loading…</option>}
          </select>
        </div>
        <div className="form-field">
          <label htmlFor={`${id}-name`}>What it is about</label>
          <input
            id={`${id}-name`}
            value={title}
            required
            maxLength={200}
            autoComplete="off"
            aria-describedby={`${id}-help`}
            onChange={({ target }) => setName(target.value)}
          />
          <small id={`${id}-help`}>Such as “Invoice for Acme”. Agents see this name.</small>
          <span role="alert">{problem}</span>
        </div>
        <div className="buttons">
          <button type="submit" className="primary" disabled={isBusy || !page || title.trim() === ''}>
            {isBusy ? 'Opening…' : 'Open'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

async function readApps(): Promise<AppsToOpen['apps']> {
  const response = await fetch(serverPath('/api/apps')).catch(() => undefined);
  if (!response) throw new Error(AWAY);
  if (!response.ok) throw new Error((await readBody(refusalSchema, response)).error ?? AWAY);
  return (await readBody(appsToOpenSchema, response)).apps;
}

async function postSession(given: object): Promise<string> {
  const headers = { 'Content-Type': 'application/json', ...(await pageHeaders()) };
  const body = JSON.stringify(given);
  const response = await fetch(serverPath('/api/apps'), { method: 'POST', headers, body }).catch(
    () => undefined,
  );
  if (!response) throw new Error(AWAY);
  if (!response.ok) throw new Error((await readBody(refusalSchema, response)).error ?? AWAY);
  return (await readBody(sessionBegunSchema, response)).sessionId;
}
