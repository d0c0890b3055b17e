import { FRAME_HELLO, type FromFrame, type ToFrame } from '../protocol/frame-messages.ts';

export interface Port {
  send(message: FromFrame): void;
}

/**
 * The way to the page around this frame. It is a port and not `postMessage` to the window, so that whatever else might be
 * loaded into the frame later has no part in it.
 */
export function openPort(onMessage: (message: ToFrame) => void): Promise<Port> {
  return new Promise((resolve) => {
    const take = ({ source, data, ports }: MessageEvent) => {
      const [port] = ports;
      if (source !== window.parent || data !== FRAME_HELLO || !port) return;
      window.removeEventListener('message', take);
      port.onmessage = ({ data: message }) => onMessage(message as ToFrame);
      resolve({ send: (message) => port.postMessage(message) });
    };
    window.addEventListener('message', take);
    window.parent.postMessage(FRAME_HELLO, '*');
  });
}
