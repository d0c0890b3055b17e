// Runs before everything else, so that nobody holds on to the functions that it replaces.

/** Longer timers are those of messages that fade away; nobody waits for them. */
const LONGEST_MS = 2500;
/** Grids tidy up after themselves so much later, and nothing of it can be seen. */
const TIDYING_MS = 500;

/** Counts what is under way, so that a driver knows when a step is over: requests, short timers, changes of the page. */
function watchWork(window) {
  const work = { running: 0, changes: 0, notices: [], fetch: counted(window.fetch.bind(window)) };
  window.fetch = work.fetch;
  const { setTimeout, clearTimeout } = window;
  const timers = new Set();
  const known = new WeakSet();
  window.setTimeout = (run, ms, ...args) => {
    if (typeof run !== 'function' || ms > LONGEST_MS || ms === TIDYING_MS)
      return setTimeout(run, ms, ...args);
    const id = setTimeout(() => {
      done(id);
      run(...args);
    }, ms);
    timers.add(id);
    work.running++;
    return id;
  };
  window.clearTimeout = (id) => {
    done(id);
    clearTimeout(id);
  };
  new MutationObserver((records) => {
    work.changes++;
    for (const { addedNodes } of records) for (const node of addedNodes) collectNotices(node);
  }).observe(window.document, { subtree: true, childList: true, attributes: true, characterData: true });
  return work;

  function done(id) {
    if (timers.delete(id)) work.running--;
  }

  function counted(fetch) {
    return async (...args) => {
      work.running++;
      try {
        return await fetch(...args);
      } finally {
        // The answer is read, and acted upon, a moment later.
        setTimeout(() => work.running--, 5);
      }
    };
  }

  /** Messages come and go; they are kept here until the step is over. */
  function collectNotices(node) {
    if (node.nodeType !== 1) return;
    const selector = '.ant-message-notice, .ant-notification-notice';
    const found = [...(node.matches(selector) ? [node] : []), ...node.querySelectorAll(selector)];
    for (const notice of found) {
      if (known.has(notice) || notice.querySelector('.ant-message-loading')) continue;
      known.add(notice);
      work.notices.push(notice);
    }
  }
}

window.parity = { work: watchWork(window) };
