import type { LocalFinding } from './finding.ts';
import { type Attribute, readHtmlTokens } from './html-tokens.ts';

export interface HtmlElement {
  tag: string;
  attributes: Attribute[];
  /** The values by lower-case name; of duplicates the first, as in a browser. */
  values: ReadonlyMap<string, string>;
  children: HtmlElement[];
  /** The text directly inside it. */
  text: string;
  parent?: HtmlElement;
  line: number;
}

export interface HtmlTree {
  /** The elements at the top of the file. */
  roots: HtmlElement[];
  findings: LocalFinding[];
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** HTML allows omitting their end tag; usually it was forgotten. */
const OPTIONAL_END = new Set('p li dt dd tr td th thead tbody tfoot option optgroup colgroup'.split(' '));
/** Browsers go no deeper either. */
const MAX_DEPTH = 512;

/** The tree of a view's HTML, and what is wrong with its tags. */
export function readHtml(html: string): HtmlTree {
  const findings: LocalFinding[] = [];
  const top: HtmlElement = { tag: '', attributes: [], values: new Map(), children: [], text: '', line: 1 };
  const open: HtmlElement[] = [];
  const current = () => open.at(-1) ?? top;
  const wrong = (line: number, message: string, severity: LocalFinding['severity'] = 'violation') =>
    findings.push({ severity, rule: 'html-tags', message, line });

  for (const token of readHtmlTokens(html)) {
    if (token.kind === 'problem') wrong(token.line, token.message);
    else if (token.kind === 'text') current().text += token.text;
    else if (token.kind === 'close') close(token.tag, token.line);
    else {
      const parent = current();
      const element = {
        ...token,
        ...readAttributes(token),
        children: [],
        text: '',
        ...(parent === top ? {} : { parent }),
      };
      parent.children.push(element);
      const isForeign = token.tag === 'svg' || open.some(({ tag }) => tag === 'svg' || tag === 'math');
      if (VOID.has(token.tag) && !isForeign) continue;
      if (token.selfClosing && isForeign) continue;
      if (token.selfClosing)
        wrong(
          token.line,
          `<${token.tag} /> does not close itself in HTML: the elements after it would end up inside it. Write <${token.tag}></${token.tag}>.`,
        );
      // Reported once; continuing as the author meant it keeps the rest of the report correct.
      if (!token.selfClosing) open.push(element);
      if (open.length > MAX_DEPTH) {
        wrong(
          token.line,
          `Elements are nested deeper than ${MAX_DEPTH} levels; the rest was not read. Close elements, or split the view.`,
        );
        open.length = 0;
        break;
      }
    }
  }
  while (open.length > 0) unclosed(open.pop() as HtmlElement);
  checkRoot();
  return { roots: top.children, findings };

  function close(tag: string, line: number): void {
    const at = open.findLastIndex((element) => element.tag === tag);
    if (at < 0) {
      wrong(line, VOID.has(tag) ? `<${tag}> has no end tag.` : `</${tag}> has no start tag.`);
      return;
    }
    while (open.length > at + 1) unclosed(open.pop() as HtmlElement, `</${tag}> on line ${line}`);
    open.pop();
  }

  function unclosed(element: HtmlElement, before?: string): void {
    const message = `<${element.tag}> is not closed${before ? ` before ${before}` : ''}.`;
    wrong(element.line, message, OPTIONAL_END.has(element.tag) ? 'warning' : 'violation');
  }

  function readAttributes(token: Pick<HtmlElement, 'attributes' | 'tag'>) {
    const values = new Map<string, string>();
    const attributes = token.attributes.filter(({ name, value, line }) => {
      const lower = name.toLowerCase();
      const isFirst = !values.has(lower);
      if (isFirst) values.set(lower, value);
      else wrong(line, `<${token.tag}> has ${lower} twice; the second is ignored.`, 'warning');
      return isFirst;
    });
    return { attributes, values };
  }

  function checkRoot(): void {
    const [first, second] = top.children;
    const stray = top.text.trim();
    const root = (line: number, message: string) =>
      findings.push({ severity: 'violation', rule: 'html-root', message, line });
    if (!first) root(1, 'The view is empty; it must be one <template> with everything inside it.');
    else if (first.tag !== 'template')
      root(
        first.line,
        `The view starts with <${first.tag}>; it must be one <template> with everything inside it.`,
      );
    else if (second)
      root(second.line, `<${second.tag}> is outside the <template>; put everything inside it.`);
    else if (stray)
      root(first.line, `Text is outside the <template> ("${stray.slice(0, 30)}"); put it inside.`);
  }
}

/** Every element of a tree, parents first. */
export function* eachElement(elements: readonly HtmlElement[]): Generator<HtmlElement> {
  const waiting = elements.toReversed();
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    yield element;
    for (let index = element.children.length - 1; index >= 0; index--)
      waiting.push(element.children[index] as HtmlElement);
  }
}

export function attributeOf(element: HtmlElement, name: string): string | undefined {
  return element.values.get(name);
}
