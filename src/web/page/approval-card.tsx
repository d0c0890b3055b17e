import '../../react/style.css';
import './approval-card.css';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { ShownApproval as Card } from '../../protocol/approval-card.ts';
import type { AskPageState } from '../../protocol/ask-page-state.ts';
import { type Ask, type AskAnswer, AskForm, type SendAnswer } from '../../react/index.ts';
import { toOutcomeWords } from './approval-words.ts';
import { serverPath } from './server-path.ts';

interface ApprovalCardProps {
  ask: AskPageState;
  card: Card;
  send: SendAnswer;
  /** With the way to the session, where the card is not on its page. */
  withSession?: boolean;
}

type Mode = 'decide' | 'edit' | 'decline';

/** What an agent wants to do, as old → new, and the person's decision. Once it is made, one line. */
export function ApprovalCard({ ask, card, send, withSession = false }: ApprovalCardProps): ReactNode {
  const id = useId();
  const isOpen = ask.status === 'open';
  const { who, app, page, messages, reason, unknown, sessionId } = card;
  const session = withSession && (
    <a href={serverPath(`/apps/${encodeURIComponent(sessionId)}`)}>Open the session</a>
  );
  if (!isOpen)
    return (
      <section className="approval" data-status={ask.status} aria-labelledby={id}>
        <p className="approval-outcome" id={id} role="status">
          {toOutcomeWords(ask, card)}{' '}
          {ask.nextAskId && ask.nextAskId !== ask.askId && withSession && (
            <a href={serverPath(`/asks/${ask.nextAskId}`)}>It asks again</a>
          )}{' '}
          {session}
        </p>
      </section>
    );
  return (
    <section className="approval" data-status="open" aria-labelledby={id}>
      <p className="approval-who">
        <b>{who}</b> asks for your approval in {app}
        {page !== undefined && page !== app && <> › {page}</>} {session}
      </p>
      <h2 id={id}>{messages.length > 0 ? messages.join(' ') : 'May it do this?'}</h2>
      {unknown !== undefined && (
        <p className="approval-unknown" role="note">
          {unknown}
        </p>
      )}
      <Steps card={card} />
      {reason !== undefined && (
        <p className="approval-reason">
          <span>Reason</span> {reason}
        </p>
      )}
      {ask.mayAnswer ? <Decide ask={ask} card={card} send={send} /> : <p>Waiting for {ask.waitsFor}.</p>}
    </section>
  );
}

function Steps({ card: { steps } }: { card: Card }): ReactNode {
  return (
    <ol className="approval-steps">
      {steps.map(({ verb, label, from, to }, index) => (
        <li key={index}>
          {verb} <b>{label}</b>
          {to !== undefined && (
            <span className="approval-change">
              {from !== undefined && (
                <>
                  <del>{from}</del>
                  <span aria-hidden="true"> → </span>
                </>
              )}
              <ins>{to}</ins>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function Decide({ ask, card, send }: ApprovalCardProps): ReactNode {
  const [mode, setMode] = useState<Mode>('decide');
  const [fault, setFault] = useState('');
  const [isSending, setSending] = useState(false);
  const note = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const isEditable = card.steps.some(({ field }) => field !== undefined);
  async function answer(given: AskAnswer): Promise<void> {
    setFault('');
    setSending(true);
    await send(given).catch((error: Error) => setFault(error.message));
    setSending(false);
  }
  const decide = (decision: string) => {
    const said = note.current?.value.trim();
    void answer({ action: 'accept', content: { decision, ...(said && { note: said }) } });
  };
  const back = (
    <button type="button" onClick={() => setMode('decide')}>
      Back
    </button>
  );
  if (mode === 'edit')
    return (
      <AskForm ask={toEditable(ask, card)} submitLabel="Approve with these values" send={send}>
        {back}
      </AskForm>
    );
  return (
    <>
      {mode === 'decline' && (
        <p className="td-field">
          <label htmlFor={noteId}>Note to the agent (optional)</label>
          {/* biome-ignore lint/a11y/noAutofocus: the person just asked for this field. */}
          <textarea ref={note} id={noteId} rows={2} maxLength={2000} autoFocus />
        </p>
      )}
      <p className="td-fault" role="alert">
        {fault}
      </p>
      {mode === 'decide' ? (
        <div className="td-buttons">
          <button type="button" className="td-primary" disabled={isSending} onClick={() => decide('approve')}>
            Approve
          </button>
          <button type="button" disabled={isSending} onClick={() => setMode('decline')}>
            Decline…
          </button>
          {isEditable && (
            <button type="button" disabled={isSending} onClick={() => setMode('edit')}>
              Edit
            </button>
          )}
          <small className="quiet">Nothing is done before you approve.</small>
        </div>
      ) : (
        <div className="td-buttons">
          <button type="button" className="td-primary" disabled={isSending} onClick={() => decide('decline')}>
            Decline
          </button>
          {back}
        </div>
      )}
    </>
  );
}

/** The fields that the person may change; approving is what the form does. */
function toEditable({ schema }: AskPageState, { steps }: Card): Pick<Ask, 'schema'> {
  const names = new Set(steps.map(({ field }) => field));
  const properties = (schema.properties ?? {}) as Record<string, unknown>;
  const kept = Object.entries(properties).filter(([name]) => names.has(name) || name === 'note');
  return { schema: { ...schema, properties: Object.fromEntries(kept) } };
}
