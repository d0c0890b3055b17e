// Runs before everything else, so that nobody holds on to the functions that it replaces.

/** Longer timers are those of messages that fade away; nobody waits for them. */
const LONGEST_MS = 2500;
/** Grids tidy up after themselves so much later, and nothing of it can be seen. */
const TIDYING_MS = 500;
/** Nothing more comes of an answer that has no end. */
const SILENT_MS = 1000;
/** Chats look at what has come every 50 ms. */
const LOOKING_MS = 200;

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
        const response = await fetch(...args);
        if (response.headers.get('content-type') === 'text/event-stream') void follow(response.clone());
        return response;
      } finally {
        // The answer is read, and acted upon, a moment later.
        setTimeout(() => work.running--, 5);
      }
    };
  }

  /** An answer that comes in pieces is under way until a while after the last one. */
  async function follow(response) {
    const reader = response.body.getReader();
    work.running++;
    let isOver = false;
    while (!isOver) {
      const silence = new Promise((resolve) => setTimeout(() => resolve({ done: true }), SILENT_MS));
      isOver = (await Promise.race([reader.read(), silence]).catch(() => ({ done: true }))).done;
    }
    setTimeout(() => work.running--, LOOKING_MS);
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
