import type { ReactNode } from 'react';
import type { FactName, FactValue } from '../../protocol/view-fact.ts';
import { toWords } from '../../view/fact-words.ts';
import type { ViewPart } from '../../view/view-node.ts';
import type { NodeProps } from './node-props.ts';
import { TableView } from './table-view.tsx';

/** Facts that are shown as they are written; the others are in fields and on buttons. */
const SHOWN_FACTS: ReadonlySet<FactName> = new Set(['accepts', 'tourStep']);

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
      return <Named {...part} />;
    case 'fact':
      if (part.fact === 'otherPanel') return <PanelButton choice={part.value} node={node} use={use} />;
      return SHOWN_FACTS.has(part.fact) ? <Named {...toWords(part)} /> : null;
    default:
      return null;
  }
}

function Named({ name, value }: { name: string; value?: unknown }): ReactNode {
  return (
    <p>
      {name !== 'Value' && <span className="quiet">{name}</span>} {toText(value)}
    </p>
  );
}

interface PanelProps extends NodeProps {
  choice: FactValue<'otherPanel'>;
}

/** The switch between the days of a month and the months of a year. */
function PanelButton({ choice, node, use }: PanelProps): ReactNode {
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
  return typeof value === 'string' ? value : (value ?? null) === null ? '–' : JSON.stringify(value);
}
