import { type ReactNode, useState } from 'react';
import { toClientSetups } from '../../protocol/client-setups.ts';
import type { Status } from '../../protocol/page-messages.ts';
import { CopyButton } from '../page/parts/copy-button.tsx';

/** How to connect an agent: what to paste, for each client. */
export function ConnectHelp({ status }: { status: Status }): ReactNode {
  const setups = toClientSetups(status);
  const [chosen, setChosen] = useState(setups[0]?.client);
  const setup = setups.find(({ client }) => client === chosen);
  const needsKey = status.command === undefined && status.agentsShow === 'key';
  return (
    <div className="connect">
      <fieldset className="choices">
        <legend className="hidden">Client</legend>
        {setups.map(({ client }) => (
          <button
            key={client}
            type="button"
            aria-pressed={client === chosen}
            onClick={() => setChosen(client)}
          >
            {client}
          </button>
        ))}
      </fieldset>
      {setup && (
        <>
          <p>{setup.where}</p>
          <div className="snippet">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard. */}
            <pre tabIndex={0}>{setup.text}</pre>
            <CopyButton text={setup.text} what={`the configuration for ${setup.client}`} />
          </div>
        </>
      )}
      {needsKey && (
        <p className="quiet">Replace YOUR_KEY with the key that your administrator gave you for agents.</p>
      )}
      <p className="quiet">
        Any other MCP client: <code>{status.mcpUrl}</code>{' '}
        <CopyButton text={status.mcpUrl} what="the MCP address" />
      </p>
    </div>
  );
}
