import { nearest } from '../../lib/nearest.ts';
import type { LocalFinding } from './finding.ts';
import { eachElement, type HtmlElement } from './html-tree.ts';
import { NAMED_BINDINGS, PLAIN_ATTRIBUTES, PLAIN_BINDINGS } from './view-bindings.ts';
import type { ViewFile } from './view-file.ts';

/** What people write who know other libraries. */
const INSTEAD: Record<string, string> = {
  'ui-text': 'ui-value',
  'ui-content': 'ui-html',
  'ui-items': 'ui-view="items?wrapper=lua.ViewList"',
  'ui-repeat': 'ui-view="items?wrapper=lua.ViewList"',
  'ui-for': 'ui-view="items?wrapper=lua.ViewList"',
  'ui-index': 'a field of the list item: index in a view of lua.ViewListItem',
  'ui-disabled': 'ui-attr-disabled',
  'ui-checked': 'ui-value (or ui-attr-checked with ui-event-sl-change)',
  'ui-hidden': 'ui-attr-hidden',
  'ui-if': 'ui-attr-hidden with a Lua method',
  'ui-show': 'ui-attr-hidden with a Lua method',
  'ui-click': 'ui-action',
  'ui-model': 'ui-value',
  'ui-bind': 'ui-value',
};
const MODIFIERS = ['ctrl', 'shift', 'alt', 'meta'];
const KEYS = ['enter', 'escape', 'left', 'right', 'up', 'down', 'tab', 'space'];

/** Names of `ui-*` attributes: unknown ones, and those that do not mean what they seem to. */
export function checkViewAttributes(view: ViewFile): LocalFinding[] {
  return [...eachElement(view.roots)].flatMap((element) =>
    element.attributes
      .filter(({ name }) => name.toLowerCase().startsWith('ui-'))
      .flatMap(({ name, value, line }) =>
        checkName(element, name, value).map((found) => ({ ...found, line })),
      ),
  );
}

type Unplaced = Omit<LocalFinding, 'line'>;

function checkName(element: HtmlElement, written: string, value: string): Unplaced[] {
  const name = written.toLowerCase();
  if (name === 'ui-class') return [classSyntax(value)];
  if (name === 'ui-app')
    return [
      {
        severity: 'warning',
        rule: 'attribute-unknown',
        message: 'ui-app belongs on the index page, not in a view.',
      },
    ];
  if (name in PLAIN_BINDINGS || PLAIN_ATTRIBUTES.includes(name))
    return written === name ? [] : [upperCase(written)];
  const prefix = Object.keys(NAMED_BINDINGS).find(
    (start) => name.startsWith(start) && name.length > start.length,
  );
  if (!prefix) return [unknown(element, name)];
  const keypress = name.startsWith('ui-event-keypress-') ? checkKeypress(name) : [];
  return written === name ? keypress : [upperCase(written), ...keypress];
}

function classSyntax(value: string): Unplaced {
  const [name, path] = value.split(':').map((part) => part.trim());
  const better = name && path ? `ui-class-${name.toLowerCase()}="${path}"` : 'ui-class-NAME="path"';
  return {
    severity: 'violation',
    rule: 'class-syntax',
    message: `ui-class="${value}" has no effect; put the class in the attribute's name: ${better}.`,
  };
}

function upperCase(written: string): Unplaced {
  return {
    severity: 'warning',
    rule: 'attribute-case',
    message: `HTML reads ${written} as ${written.toLowerCase()}; use lower case and hyphens.`,
  };
}

function unknown({ tag }: HtmlElement, name: string): Unplaced {
  const known = [...Object.keys(PLAIN_BINDINGS), ...Object.keys(NAMED_BINDINGS), ...PLAIN_ATTRIBUTES];
  const instead = INSTEAD[name] ?? (name.startsWith('ui-on-') ? `ui-event-${name.slice(6)}` : undefined);
  const named = Object.keys(NAMED_BINDINGS).find((prefix) => name === prefix || `${name}-` === prefix);
  const meant = named ? `${named}NAME` : (instead ?? nearest(name, known));
  return {
    severity: 'warning',
    rule: 'attribute-unknown',
    message: `${name} on <${tag}> does not exist and is ignored.${meant ? ` Use ${meant}.` : ''}`,
  };
}

function checkKeypress(name: string): Unplaced[] {
  const parts = name.slice('ui-event-keypress-'.length).split('-');
  const key = parts.pop() ?? '';
  const wrong = parts.find((part) => !MODIFIERS.includes(part));
  const isKey = KEYS.includes(key) || /^[a-z]$/.test(key);
  if (wrong === undefined && isKey && new Set(parts).size === parts.length) return [];
  const what =
    wrong !== undefined
      ? `"${wrong}" is not a modifier`
      : isKey
        ? 'a modifier is repeated'
        : `"${key}" is not a key`;
  return [
    {
      severity: 'violation',
      rule: 'keypress',
      message: `${name}: ${what}. Modifiers are ${MODIFIERS.join(', ')}; keys are ${KEYS.join(', ')} or one letter.`,
    },
  ];
}
