import { antd, client, cssinjs } from 'lowdefy-packages';
import { createElement } from 'react';

/** What a stock server wraps around the client: from Lowdefy 5 on antd's theme, before that nothing. */
export const Frame = cssinjs ? ThemedFrame : ({ children }) => children;

function ThemedFrame({ lowdefy, rootConfig, children }) {
  if (rootConfig.theme) lowdefy.theme = rootConfig.theme;
  const { antd: config, darkMode } = lowdefy.theme ?? {};
  const { algorithm, token, components } = client.useDarkMode({ antd: config, configDarkMode: darkMode });
  const {
    lightToken: _light,
    darkToken: _dark,
    lightComponents: _l,
    darkComponents: _d,
    ...more
  } = config ?? {};
  const theme = { ...more, token, components, algorithm, cssVar: { key: 'lowdefy' }, hashed: false };
  const inside = createElement(antd.App, null, createElement(Tokens, { lowdefy }, children));
  return createElement(
    cssinjs.StyleProvider,
    { layer: true },
    createElement(antd.ConfigProvider, { theme }, inside),
  );
}

/** Operators find the colours and sizes there that came of the theme. */
function Tokens({ lowdefy, children }) {
  lowdefy.theme ??= {};
  lowdefy.theme._resolvedAntdToken = antd.theme.useToken().token;
  return children;
}
