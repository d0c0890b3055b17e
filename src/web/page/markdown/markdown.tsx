import './markdown.css';
import { memo, type ReactNode } from 'react';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { type Block, parseBlocks } from './parse-blocks.ts';
import { type Inline, parseInline } from './parse-inline.ts';

/** What a model writes, as elements. Nothing in it becomes HTML by itself, so nothing has to be cleaned. */
export const Markdown = memo(function Markdown({ text }: { text: string }): ReactNode {
  return <div className="markdown">{parseBlocks(text).map(toBlock)}</div>;
});

/* biome-ignore-start lint/suspicious/noArrayIndexKey: a text only grows at its end; the place of a piece is what it is known by. */

function toBlock(block: Block, key: number): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p key={key}>{toInlines(block.text)}</p>;
    case 'heading': {
      // The page has its own first heading, and a message has a hidden second one.
      const Heading = `h${Math.min(6, block.level + 2)}` as 'h3';
      return <Heading key={key}>{toInlines(block.text)}</Heading>;
    }
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and must do so by keyboard too.
        <pre key={key} data-language={block.language || undefined} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote key={key}>{block.blocks.map(toBlock)}</blockquote>;
    case 'rule':
      return <hr key={key} />;
    case 'list': {
      const items = block.items.map((item, index) => <li key={index}>{toItem(item)}</li>);
      return block.start === undefined ? (
        <ul key={key}>{items}</ul>
      ) : (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      );
    }
    case 'table':
      return (
        <ScrollTable key={key} label="Table">
          <thead>
            <tr>
              {block.head.map((cell, index) => (
                <th key={index} scope="col">
                  {toInlines(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, index) => (
              <tr key={index}>
                {block.head.map((_, column) => (
                  <td key={column}>{toInlines(row[column] ?? '')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      );
  }
}

/** An item of one paragraph needs none around it. */
function toItem(blocks: Block[]): ReactNode {
  const [first, ...rest] = blocks;
  if (first?.type !== 'paragraph') return blocks.map(toBlock);
  return [toInlines(first.text), ...rest.map((block, index) => toBlock(block, index))];
}

function toInlines(text: string): ReactNode[] {
  return parseInline(text).map(toInline);
}

function toInline(piece: Inline, key: number): ReactNode {
  switch (piece.type) {
    case 'text':
      return piece.text;
    case 'code':
      return <code key={key}>{piece.text}</code>;
    case 'strong':
      return <strong key={key}>{piece.children.map(toInline)}</strong>;
    case 'emphasis':
      return <em key={key}>{piece.children.map(toInline)}</em>;
    case 'deleted':
      return <del key={key}>{piece.children.map(toInline)}</del>;
    case 'break':
      return <br key={key} />;
    case 'link':
      return (
        <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
          {piece.children.map(toInline)}
        </a>
      );
  }
}
/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above */
