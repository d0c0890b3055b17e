import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 100;

/** A page that shows what its socket says, and opens the socket again when it is lost, as pages do in a browser. */
export function createPage(person, path) {
  const news = new EventEmitter();
  news.setMaxListeners(0);
  const page = {
    /** The newest message. */
    shown: '',
    messages: 0,
    /** How often the socket was lost. */
    lost: 0,
    /** Resolves when a message has come that contains `text`, which may have been earlier. */
    async until(text) {
      while (!page.shown.includes(text)) await once(news, 'message');
    },
    /** To another address. */
    move(to) {
      path = to;
      page.shown = '';
      socket?.terminate();
    },
    close() {
      isOpen = false;
      socket?.terminate();
    },
  };
  let isOpen = true;
  let socket;

  async function follow() {
    while (isOpen) {
      const at = path;
      socket = at === undefined ? undefined : await person.open(at).catch(() => undefined);
      if (socket && isOpen && at === path) {
        socket.on('message', (data) => {
          page.shown = String(data);
          page.messages++;
          news.emit('message');
        });
        await once(socket, 'close');
        if (isOpen && at === path) page.lost++;
      } else socket?.terminate();
      if (isOpen) await sleep(PAUSE_MS);
    }
  }
  void follow();
  return page;
}
