/** Reads one written line from left to right; throws where the line is not what the writer writes. */
export class TextCursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  next(): string {
    return this.text.charAt(this.at);
  }

  /** Take `word` if it comes next. */
  take(word: string): boolean {
    const found = this.text.startsWith(word, this.at);
    if (found) this.at += word.length;
    return found;
  }

  need(word: string): void {
    if (!this.take(word)) this.fail(`"${word}"`);
  }

  /** Take what a sticky expression matches here. */
  match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text) ?? undefined;
    if (found) this.at = expression.lastIndex;
    return found;
  }

  /** A JSON value, up to its end. */
  json(): unknown {
    const start = this.at;
    this.#skipJson();
    return JSON.parse(this.text.slice(start, this.at));
  }

  string(): string {
    if (this.next() !== '"') this.fail('a string');
    return this.json() as string;
  }

  /** A name, bare or in quotes. */
  name(): string {
    const bare = this.match(/[A-Za-z_][\w.-]*/y)?.[0];
    return bare ?? this.string();
  }

  names(separator: string): string[] {
    const names = [this.name()];
    while (this.take(separator)) names.push(this.name());
    return names;
  }

  fail(wanted: string): never {
    throw new Error(`Expected ${wanted} at ${this.at} of: ${this.text.slice(0, 200)}`);
  }

  #skipJson(): void {
    let depth = 0;
    do {
      const character = this.next();
      if (character === '"') this.#skipString();
      else if (character === '[' || character === '{') {
        depth++;
        this.at++;
      } else if (character === ']' || character === '}') {
        depth--;
        this.at++;
      } else if (depth > 0 && (character === ',' || character === ':')) this.at++;
      else if (!this.match(/[\w.+-]+/y)) this.fail('JSON');
    } while (depth > 0);
  }

  // By hand: an expression would run out of stack on a string of a megabyte.
  #skipString(): void {
    let quote = this.text.indexOf('"', this.at + 1);
    while (quote >= 0 && this.#isEscaped(quote)) quote = this.text.indexOf('"', quote + 1);
    if (quote < 0) this.fail('the end of a string');
    this.at = quote + 1;
  }

  #isEscaped(index: number): boolean {
    let first = index;
    while (this.text.charCodeAt(first - 1) === 0x5c) first--;
    return (index - first) % 2 === 1;
  }
}
