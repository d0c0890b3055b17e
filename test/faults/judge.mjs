/** What no caller may see. */
const NO_SENTENCE = [
  [/internal (?:server )?error/i, 'an internal error'],
  [/\n\s+at .+:\d+/, 'a stack'],
  [/Cannot read prop|is not a function|undefined \(reading|Maximum call stack/, 'the words of a bug'],
];

/** Counts what happens, and collects what must not. */
export class Judge {
  /** The servers' logs, to look up the error behind an id. */
  logs = () => '';
  counts = {};
  violations = [];
  refusals = new Map();

  count(what) {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  violation(text) {
    this.violations.push(text);
    const id = /\berr_\w+/.exec(text)?.[0];
    const logged = id ? this.logs().split(id)[1]?.split('\n').slice(0, 8).join('\n') : undefined;
    console.log(`VIOLATION ${text}${logged ? `\n  log:${logged}` : ''}`);
  }

  /** A failure must be a sentence. */
  refusal(who, message) {
    const wrong = NO_SENTENCE.find(([pattern]) => pattern.test(message));
    if (wrong) this.violation(`${who} was told ${wrong[1]}: ${message.slice(0, 500)}`);
    else if (!/\S+ \S+ \S+.*[.!?"'`)\]]/s.test(message))
      this.violation(`${who} was told no sentence: "${message.slice(0, 500)}"`);
    const kind = message
      .replace(/sess_\w+/g, 'sess_…')
      .replace(/\d+/g, 'N')
      .slice(0, 160);
    this.refusals.set(kind, (this.refusals.get(kind) ?? 0) + 1);
  }
}
