/** An event of a stream. */
export interface ServerEvent {
  name: string;
  data: string;
}

/** Server-sent events out of the chunks that they arrive in. Comments, which are signs of life, are left out. */
export class EventReader {
  /** Parts of a line whose end has not arrived; a large one comes in many. */
  #parts: string[] = [];
  #name = 'message';
  #data: string[] = [];

  *read(chunk: string): Generator<ServerEvent> {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      this.#parts.push(chunk.slice(start, end));
      const event = this.#readLine(this.#parts.join(''));
      this.#parts = [];
      start = end + 1;
      if (event) yield event;
    }
    if (start < chunk.length) this.#parts.push(chunk.slice(start));
  }

  #readLine(line: string): ServerEvent | undefined {
    if (line.startsWith('data: ')) this.#data.push(line.slice('data: '.length));
    else if (line.startsWith('event: ')) this.#name = line.slice('event: '.length);
    if (line !== '') return undefined;
    const event = { name: this.#name, data: this.#data.join('\n') };
    const isEvent = this.#data.length > 0;
    this.#name = 'message';
    this.#data = [];
    return isEvent ? event : undefined;
  }
}
