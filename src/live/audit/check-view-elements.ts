import type { LocalFinding, Severity } from './finding.ts';
import { attributeOf, eachElement, type HtmlElement } from './html-tree.ts';
import { accessOf } from './path-access.ts';
import type { Binding } from './view-bindings.ts';
import type { ViewFile } from './view-file.ts';

const CLICKABLE = new Set(
  'button a summary label area sl-button sl-icon-button sl-menu-item sl-tab sl-tree-item sl-breadcrumb-item sl-radio sl-radio-button sl-checkbox sl-switch sl-copy-button'.split(
    ' ',
  ),
);
const NEVER_CLICKED = new Set(
  'script style template option optgroup sl-option br hr source track'.split(' '),
);
const BUTTON_INPUTS = ['button', 'submit', 'reset', 'image', 'checkbox', 'radio'];
const WIDGET_ROLES = [
  'button',
  'link',
  'menuitem',
  'tab',
  'option',
  'checkbox',
  'switch',
  'treeitem',
  'row',
  'gridcell',
];
/** `ui-value` sets their value property, which shows nothing. */
const SHOWS_NO_VALUE = new Set(
  'sl-button sl-card sl-alert sl-tag sl-dialog sl-drawer sl-details sl-tooltip sl-tab sl-tab-panel sl-menu-label sl-breadcrumb-item li'.split(
    ' ',
  ),
);

/** Bindings on elements that cannot do what the binding wants. */
export function checkViewElements(view: ViewFile): LocalFinding[] {
  return [
    ...view.bindings.flatMap((binding) => [
      ...(binding.kind === 'action' ? checkAction(binding) : []),
      ...(binding.kind === 'value' ? checkValue(binding) : []),
    ]),
    ...[...eachElement(view.roots)].flatMap(checkReplaced),
    ...tickBoxes(view.bindings).flatMap(checkTickBox),
  ];
}

function found(line: number, severity: Severity, rule: string, message: string): LocalFinding[] {
  return [{ severity, rule, message, line }];
}

function checkAction({ element, line }: Binding): LocalFinding[] {
  const { tag } = element;
  if (NEVER_CLICKED.has(tag))
    return found(
      line,
      'violation',
      'action-target',
      `<${tag}> is never clicked, so its ui-action never runs.`,
    );
  if (CLICKABLE.has(tag)) return [];
  if (tag === 'input' && BUTTON_INPUTS.includes(attributeOf(element, 'type') ?? 'text')) return [];
  const isWidget =
    WIDGET_ROLES.includes(attributeOf(element, 'role') ?? '') &&
    attributeOf(element, 'tabindex') !== undefined;
  if (isWidget) return [];
  return found(
    line,
    'warning',
    'action-target',
    `ui-action on <${tag}>: the keyboard cannot reach it. Use <button> or <sl-button>, or give it role="button" and tabindex="0".`,
  );
}

function checkValue({ element, line, read, access, text }: Binding): LocalFinding[] {
  const { tag } = element;
  const used = read.ok ? accessOf(read.path, access) : access;
  if (tag === 'sl-badge' && (used !== 'r' || (read.ok && 'keypress' in read.path.properties)))
    return found(
      line,
      'warning',
      'value-badge',
      `sl-badge shows text and is never edited; remove the properties of "${text}".`,
    );
  if (SHOWS_NO_VALUE.has(tag))
    return found(
      line,
      'warning',
      'value-target',
      `ui-value on <${tag}> sets its value and shows no text; put <span ui-value="${text}"></span> inside it.`,
    );
  if (tag === 'input' && attributeOf(element, 'type') === 'radio')
    return found(
      line,
      'warning',
      'value-checkbox',
      'ui-value does not choose a radio button; use <sl-radio-group ui-value>.',
    );
  const isField = /^(input|textarea|select)$/.test(tag) || tag.startsWith('sl-');
  if ((!isField || tag === 'sl-badge') && (element.children.length > 0 || element.text.trim() !== ''))
    return found(
      line,
      'warning',
      'value-overwrites',
      `ui-value replaces everything inside <${tag}>; put it on an empty element.`,
    );
  return [];
}

/** The bindings of each checkbox. */
function tickBoxes(bindings: readonly Binding[]): Binding[][] {
  const byElement = new Map<HtmlElement, Binding[]>();
  for (const binding of bindings) {
    if (!isTickBox(binding.element)) continue;
    const known = byElement.get(binding.element);
    if (known) known.push(binding);
    else byElement.set(binding.element, [binding]);
  }
  return [...byElement.values()];
}

/** Two ways to bind a checkbox, each correct alone: `ui-value`, or `ui-attr-checked` with an event that toggles. */
function checkTickBox(bindings: readonly Binding[]): LocalFinding[] {
  const value = bindings.find(({ kind }) => kind === 'value');
  const checked = bindings.find(({ attribute }) => attribute === 'ui-attr-checked');
  const binding = value ?? checked;
  if (!binding) return [];
  const { element, line, read, access } = binding;
  if (value && checked)
    return found(
      line,
      'warning',
      'value-checkbox',
      'ui-value and ui-attr-checked both set the tick; keep one of them.',
    );
  const used = read.ok ? accessOf(read.path, access) : access;
  const listens = bindings.some(({ kind }) => kind === 'event' || kind === 'action');
  const isLocked = ['disabled', 'ui-attr-disabled'].some(
    (attribute) => attributeOf(element, attribute) !== undefined,
  );
  if ((value && used !== 'r') || listens || isLocked) return [];
  return found(
    line,
    'warning',
    'value-checkbox',
    value
      ? `the tick is shown but what the person ticks is lost; add ?access=rw, or bind a field.`
      : `the tick is shown but what the person ticks is lost; use ui-value, or add ui-event-${element.tag === 'input' ? 'change' : 'sl-change'}="toggle()".`,
  );
}

function isTickBox(element: HtmlElement): boolean {
  if (element.tag === 'input') return attributeOf(element, 'type') === 'checkbox';
  return element.tag === 'sl-checkbox' || element.tag === 'sl-switch';
}

/** A view replaces its element, so everything else on or in the element is lost. */
function checkReplaced(element: HtmlElement): LocalFinding[] {
  if (attributeOf(element, 'ui-view') === undefined) return [];
  const lost = element.attributes.filter(({ name }) =>
    /^ui-(value|html|code|action|attr-|class-|style-|event-)/i.test(name),
  );
  if (lost.length > 0)
    return found(
      element.line,
      'warning',
      'view-bindings',
      `a view replaces its element, so ${lost.map(({ name }) => name).join(', ')} on it has no effect; put it on an element around it.`,
    );
  if (element.children.length === 0) return [];
  return found(
    element.line,
    'warning',
    'view-bindings',
    'a view replaces its element; its content is never shown.',
  );
}
