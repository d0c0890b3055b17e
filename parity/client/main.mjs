// The real client with every block that needs no outside service, started the way the stock server starts it.
import { Client, serializer, types } from 'lowdefy-packages';
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Frame } from './frame.mjs';
import { offerSight } from './offer-sight.mjs';
import { createRouter } from './router.mjs';

const { work } = window.parity;

function Link({ href, replace: _replace, scroll: _scroll, children, onClick, ...props }) {
  const url = router.toUrl(href);
  const follow = (event) => {
    onClick?.(event);
    event.preventDefault();
    void router.push(href);
  };
  return createElement('a', { ...props, href: url, onClick: follow }, children);
}

const lowdefy = {};
const router = createRouter({ fetch: work.fetch });
offerSight(lowdefy, { serializer, redraw: () => redraw() });
let redraw = () => {};

function App({ first }) {
  const [shown, setShown] = useState(first);
  useEffect(() => router.onPage(setShown), []);
  redraw = () => setShown((now) => ({ ...now }));
  const { rootConfig, pageConfig, user, jsMap } = shown;
  const client = createElement(Client, {
    auth: { session: user ? { user } : undefined, authConfig: { configured: user !== null, providers: [] } },
    Components: { Head: () => null, Link },
    config: { rootConfig, pageConfig },
    jsMap,
    lowdefy,
    router,
    stage: 'dev',
    types,
    window,
  });
  return createElement(Frame, { lowdefy, rootConfig }, client);
}

createRoot(document.getElementById('root')).render(
  createElement(App, { first: await router.load(window.location) }),
);
