import type { ReactNode } from 'react';
import type { ViewPart } from '../../view/view-node.ts';
import type { NodeProps } from './node-props.ts';
import { TableView } from './table-view.tsx';

/** Said to agents, and of no use to people. */
const FOR_AGENTS = new Set([
  'Icon',
  'To open another',
  'To collapse or expand',
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
      return <p className="text">{part.text}</p>;
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
      return (
        <p>
          {part.name !== 'Value' && <span className="quiet">{part.name}</span>} {toText(part.value)}
        </p>
      );
    default:
      return null;
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value);
}
