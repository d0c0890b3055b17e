import type { ReactNode } from 'react';
import type { ViewPart } from '../../view/view-node.ts';
import type { NodeProps } from './node-props.ts';
import { TableView } from './table-view.tsx';

/** Said to agents, and of no use to people. */
const FOR_AGENTS = new Set([
  'Icon',
  'To open another',
  'Buttons',
  'To choose',
  'To follow a link',
  'To open',
  'To collapse or expand',
  'To search',
  'To search again',
  'More',
  'Fields',
  'Editable fields',
]);

/** What a node says beside its title: texts, facts, tables. */
export function PartViews({ node, use }: NodeProps): ReactNode {
  return (node.parts ?? []).map((part, index) => <PartView key={index} part={part} node={node} use={use} />);
}

function PartView({ part, node, use }: NodeProps & { part: ViewPart }): ReactNode {
  switch (part.kind) {
    case 'text':
      return node.type === 'DiffGit' ? <pre>{part.text}</pre> : <p className="text">{part.text}</p>;
    case 'note':
      return <p className="quiet">{part.text}</p>;
    case 'error':
    case 'warning':
      return <p className="fault">{part.text}</p>;
    case 'table':
      return <TableView table={part} node={node} use={use} />;
    case 'field':
      // There the names are the app's, and may be any.
      if (FOR_AGENTS.has(part.name) && node.type !== 'Descriptions') return null;
      if (part.name === SHOW_ANOTHER && node.type === 'Calendar')
        return <PanelButton choice={part.value as PanelChoice} node={node} use={use} />;
      return (
        <p>
          {part.name !== 'Value' && <span className="quiet">{part.name}</span>} {toText(part.value)}
        </p>
      );
    default:
      return null;
  }
}

const SHOW_ANOTHER = 'To show another';

interface PanelChoice {
  event: string;
  payload: { mode: string };
}

/** The switch between the days of a month and the months of a year. */
function PanelButton({ choice, node, use }: NodeProps & { choice: PanelChoice }): ReactNode {
  const { id = '', attributes } = node;
  return (
    <button
      type="button"
      disabled={attributes?.disabled === true}
      onClick={() => void use.actAsSeen({ type: 'triggerEvent', blockId: id, ...choice })}
    >
      Show as {choice.payload.mode}
    </button>
  );
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value);
}
