import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as tandem from '../../react/index.ts';

/** What tools' components share with the page; they are bundled without it. */
export function offerModules(): void {
  Object.assign(globalThis, {
    [Symbol.for('tandem.page-modules')]: {
      react,
      'react/jsx-runtime': jsxRuntime,
      'react-dom': reactDom,
      'tandem-mcp/react': tandem,
    },
  });
}
