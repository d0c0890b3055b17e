// Runs in the frame of a session's page before everything else, with watch-work.mjs.
import './watch-work.mjs';

const { work } = window.parity;
/** What passed between the frame and the page around it. */
const session = { pushes: 0, awaited: 0, latest: undefined, failures: [] };
window.parity.session = session;

const heard = new WeakSet();
const unanswered = new Set();
const { postMessage } = MessagePort.prototype;

/** Calls are under way until the revision with their effects is on the screen. */
MessagePort.prototype.postMessage = function post(message, ...rest) {
  if (typeof message?.type === 'string') send(this, message);
  return postMessage.call(this, message, ...rest);
};

function send(port, { type, number, rev }) {
  if (!heard.has(port)) {
    heard.add(port);
    port.addEventListener('message', ({ data }) => hear(data));
  }
  if (type === 'calls') {
    unanswered.add(number);
    work.running++;
  }
  if (type === 'shown' && session.awaited > 0 && rev >= session.awaited) {
    session.awaited = 0;
    work.running--;
  }
}

function hear({ type, number, rev, outcomes, error, replica }) {
  if (type === 'state') {
    session.pushes++;
    session.latest = { rev, replica };
  }
  if ((type !== 'done' && type !== 'refused') || !unanswered.delete(number)) return;
  work.running--;
  session.failures.push(...(error ? [error] : outcomes.flatMap((one) => one.error ?? [])));
  // What was refused changed nothing.
  if (type === 'refused' || (session.latest?.rev ?? 0) >= rev) return;
  if (session.awaited === 0) work.running++;
  session.awaited = Math.max(session.awaited, rev);
}
