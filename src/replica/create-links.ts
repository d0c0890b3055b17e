import { createFrameWindow } from './frame-window.ts';

interface Around {
  /** Where the app's public files are. */
  base: string;
  /** A link inside the app. */
  go(target: { pathname: string; query?: string }): void;
  /** One that leads out of it. */
  leave(url: string): void;
}

/** Links lead the session to another page, or out of the app; the frame itself stays where it is. */
export function createLinks({ base, go, leave }: Around): {
  frame: ReturnType<typeof createFrameWindow>;
  onClick(event: MouseEvent): void;
} {
  const frame = createFrameWindow(open);
  return { frame, onClick };

  function onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || link.hasAttribute('download'))
      return;
    event.preventDefault();
    open(link.getAttribute('href') ?? '');
  }

  function open(url: string): void {
    const { origin } = frame.window.location;
    const target = URL.canParse(url, origin) ? new URL(url, origin) : undefined;
    if (!target || target.href.split('#')[0] === frame.window.location.href) return;
    const { pathname } = target;
    const path = base !== '' && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
    if (target.origin === origin) go({ pathname: path, query: target.search.slice(1) });
    else leave(target.href.slice(0, 2000));
  }
}
