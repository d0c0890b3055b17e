import { theming } from 'lowdefy-client';
import { createElement, type FunctionComponent, type ReactNode, useEffect } from 'react';
import type { ReplicaLowdefy } from './engine-shape.ts';
import { installFrameStorage } from './frame-storage.ts';

interface FrameProps {
  lowdefy: ReplicaLowdefy;
  /** The theme's colours and sizes have changed, which operators can read. */
  onTokens(): void;
  children?: ReactNode;
}

/** What the stock server wraps around the client: since Lowdefy 5 the app's theme, before that nothing. */
export const ThemedFrame: FunctionComponent<FrameProps> = theming
  ? themedFrame(theming)
  : ({ children }) => children;

function themedFrame({
  App,
  ConfigProvider,
  StyleProvider,
  theme: antdTheme,
  useDarkMode,
}: NonNullable<typeof theming>): FunctionComponent<FrameProps> {
  installFrameStorage();
  keepLayersFirst();

  return ({ lowdefy, onTokens, children }) => {
    const { antd, darkMode } = (lowdefy.theme ?? {}) as {
      antd?: Record<string, unknown>;
      darkMode?: unknown;
    };
    const { algorithm, token, components } = useDarkMode({ antd, configDarkMode: darkMode });
    const {
      lightToken: _lightToken,
      darkToken: _darkToken,
      lightComponents: _lightComponents,
      darkComponents: _darkComponents,
      ...more
    } = antd ?? {};
    const theme = { ...more, token, components, algorithm, cssVar: { key: 'lowdefy' }, hashed: false };
    const inside = createElement(App, null, createElement(Tokens, { lowdefy, onTokens }, children));
    return createElement(StyleProvider, { layer: true }, createElement(ConfigProvider, { theme }, inside));
  };

  /** Operators find the resolved theme here. */
  function Tokens({ lowdefy, onTokens, children }: FrameProps): ReactNode {
    const { token } = antdTheme.useToken();
    lowdefy.theme ??= {};
    lowdefy.theme._resolvedAntdToken = token;
    useEffect(onTokens, [token]);
    return children;
  }
}

/**
 * The order of layers counts where it is first mentioned, and antd puts its styles before everything else in the head. The
 * stock server keeps the order first in the same way.
 */
function keepLayersFirst(): void {
  const style = document.createElement('style');
  style.textContent = '@layer theme, base, antd, components, utilities;';
  const keep = () => {
    if (document.head.firstChild !== style) document.head.prepend(style);
  };
  keep();
  new MutationObserver(keep).observe(document.head, { childList: true });
}
