/**
 * What is on a screen, as plain data: made once, written twice, as markdown for agents and as HTML for people.
 * Every text in it may come from a user or a database; the writers treat all of it as data.
 */
export interface ViewNode {
  /** What kind of thing it is; the name of its tag. */
  tag:
    | 'input'
    | 'button'
    | 'display'
    | 'container'
    | 'list'
    | 'item'
    | 'tabs'
    | 'tab'
    | 'menu'
    | 'link'
    | 'modal';
  /** The id to use in actions; unique on a page. Absent for items, tabs and links. */
  id?: string;
  /** The block's type, e.g. `TextInput`. */
  type?: string;
  /** Short facts in the opening tag, in this order: required, disabled, rows, key … Absent and false are left out. */
  attributes?: Record<string, string | number | boolean | undefined>;
  /** An input whose value is shown to nobody, not even while it is typed. Written nowhere. */
  isSecret?: true;
  /** Events that can be triggered. */
  events?: string[];
  /** Methods that can be called. */
  actions?: string[];
  /** What it says, in order. */
  parts?: ViewPart[];
  children?: ViewNode[];
}

export type ViewPart =
  /** A title or label. */
  | { kind: 'title'; text: string }
  /** `Name: value`, with the value as JSON on one line: current value, placeholder, minimum … */
  | { kind: 'field'; name: string; value: unknown }
  /** A text that people read: a paragraph, markdown, html as text. */
  | { kind: 'text'; text: string }
  /** What can be chosen. */
  | { kind: 'options'; options: { value: unknown; label?: string }[]; total: number }
  | { kind: 'table'; columns: string[]; rows: string[][]; from: number; total: number }
  | { kind: 'error' | 'warning' | 'note'; text: string };

/** A page as its reader sees it. */
export interface PageView {
  title: string;
  pageId: string;
  nodes: ViewNode[];
}
