import { type FormEvent, type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { refusalSchema } from '../../protocol/page-messages.ts';
import { granteeName, toRightWords } from '../../protocol/right-words.ts';
import { type SharePageState, sharePageSchema } from '../../protocol/share-page-state.ts';
import { pageHeaders } from '../page/page-headers.ts';
import { TimeAgo } from '../page/parts/time-ago.tsx';
import { readBody } from '../page/read-message.ts';
import { serverPath } from '../page/server-path.ts';
import { DeedSentence } from '../page/timeline/deed-sentence.tsx';
import './share.css';

type Right = SharePageState['sharedWith'][number]['may'][number];

const CHOICES: { value: string; label: string; may: Right[] }[] = [
  { value: 'view', label: 'watch', may: ['view'] },
  { value: 'act', label: 'use it', may: ['act'] },
  { value: 'answer', label: 'answer its questions', may: ['answer'] },
  { value: 'all', label: 'use it and answer its questions', may: ['act', 'answer'] },
];

/** Whom a session is shared with, for its owner: to see, to add and to end. */
export function SharePanel({
  sessionId,
  onName,
}: {
  sessionId: string;
  onName?(name: string): void;
}): ReactNode {
  const [state, setState] = useState<SharePageState>();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const path = `/api/sessions/${encodeURIComponent(sessionId)}/shares`;

  const load = useCallback(
    async (request: () => Promise<Response>): Promise<boolean> => {
      setBusy(true);
      try {
        const response = await request().catch(() => undefined);
        if (!response?.ok) {
          const { error } = response ? await readBody(refusalSchema, response) : {};
          setFault(error ?? 'The server is not reachable. Try again in a moment.');
          return false;
        }
        const told = await readBody(sharePageSchema, response);
        setState(told);
        setFault('');
        onName?.(told.name);
        return true;
      } finally {
        setBusy(false);
      }
    },
    [onName],
  );
  useEffect(() => void load(() => fetch(serverPath(path))), [load, path]);

  const set = (whom: { user?: string | undefined; role?: string | undefined }, may: readonly Right[]) =>
    load(async () =>
      fetch(serverPath(path), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(await pageHeaders()) },
        body: JSON.stringify({ ...whom, may }),
      }),
    );

  if (!state)
    return (
      <p role="status">
        {fault || 'Loading…'} {fault !== '' && <a href={serverPath('/')}>All sessions</a>}
      </p>
    );
  return (
    <section className="share" aria-label="Sharing">
      <h2>Shared with</h2>
      {state.sharedWith.length === 0 ? (
        <p className="quiet">Nobody else. Only you and your agents see this session.</p>
      ) : (
        <ul className="rows">
          {state.sharedWith.map(({ user, role, may }) => {
            const name = granteeName({ user, role });
            return (
              <li key={name} className="row">
                <span className="row-what">
                  <b>{name}</b> may {toRightWords(may)}
                </span>
                <button
                  type="button"
                  disabled={isBusy}
                  aria-label={`Stop sharing with ${name}`}
                  onClick={() => void set({ user, role }, [])}
                >
                  Stop sharing
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <ShareForm isBusy={isBusy} share={set} />
      <p role="alert" className="fault" hidden={fault === ''}>
        {fault}
      </p>
      {state.accesses.length > 0 && <Accesses state={state} />}
    </section>
  );
}

function ShareForm({
  isBusy,
  share,
}: {
  isBusy: boolean;
  share(whom: { user?: string; role?: string }, may: readonly Right[]): Promise<boolean>;
}): ReactNode {
  const [kind, setKind] = useState<'user' | 'role'>('user');
  const [name, setName] = useState('');
  const [choice, setChoice] = useState('view');
  const id = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const may = CHOICES.find(({ value }) => value === choice)?.may ?? ['view'];
    if (await share({ [kind]: name.trim() }, may)) setName('');
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <label htmlFor={`${id}-kind`}>
        With
        <select
          id={`${id}-kind`}
          value={kind}
          onChange={({ target }) => setKind(target.value === 'role' ? 'role' : 'user')}
        >
          <option value="user">a user</option>
          <option value="role">everyone with a role</option>
        </select>
      </label>
      <label htmlFor={`${id}-name`}>
        {kind === 'user' ? 'User id' : 'Role'}
        <input
          id={`${id}-name`}
          value={name}
          required
          maxLength={200}
          autoComplete="off"
          aria-describedby={`${id}-help`}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <label htmlFor={`${id}-may`}>
        May
        <select id={`${id}-may`} value={choice} onChange={({ target }) => setChoice(target.value)}>
          {CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="primary" disabled={isBusy || name.trim() === ''}>
        Share
      </button>
      <small id={`${id}-help`} className="quiet">
        {kind === 'user'
          ? 'People find their user id on the start page, below their name.'
          : 'A role as your sign-in provider or configuration names it.'}
      </small>
    </form>
  );
}

/** Who came, the newest first. */
function Accesses({ state }: { state: SharePageState }): ReactNode {
  return (
    <details>
      <summary>Who has opened it</summary>
      <ol className="rows">
        {state.accesses.toReversed().map((deed) => (
          <li key={deed.id} className="row">
            <span className="row-what">
              <b>{deed.actor.name}</b> <DeedSentence deed={deed} />
            </span>
            <span className="row-side">
              <TimeAgo time={deed.timestamp} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
