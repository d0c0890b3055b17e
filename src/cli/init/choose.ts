import { createInterface } from 'node:readline/promises';

/** Questions on the terminal, one line each; an empty line takes what is offered. */
export interface Questions {
  one<T>(question: string, choices: readonly Choice<T>[]): Promise<T>;
  some<T>(question: string, choices: readonly Choice<T>[], offered: readonly T[]): Promise<T[]>;
  close(): void;
}

export interface Choice<T> {
  label: string;
  value: T;
}

export function openQuestions(input = process.stdin, output = process.stdout): Questions {
  const lines = createInterface({ input, output });
  const list = (question: string, choices: readonly Choice<unknown>[]) =>
    `${question}\n${choices.map(({ label }, index) => `  ${index + 1}  ${label}`).join('\n')}\n`;
  return {
    async one(question, choices) {
      output.write(list(question, choices));
      for (;;) {
        const chosen = choices[Number((await lines.question('Number [1]: ')).trim() || '1') - 1];
        if (chosen) return chosen.value;
        output.write(`Enter a number from 1 to ${choices.length}.\n`);
      }
    },
    async some(question, choices, offered) {
      output.write(list(question, choices));
      const numbers = choices.flatMap(({ value }, index) => (offered.includes(value) ? [index + 1] : []));
      const initial = numbers.join(',') || '0';
      for (;;) {
        const answer = (
          await lines.question(`Numbers, separated by commas; 0 for none [${initial}]: `)
        ).trim();
        const wanted = (answer || initial).split(/[\s,]+/).map(Number);
        if (wanted.length === 1 && wanted[0] === 0) return [];
        const chosen = wanted.map((number) => choices[number - 1]);
        if (chosen.every((one) => one !== undefined)) return chosen.map(({ value }) => value);
        output.write(`Enter numbers from 1 to ${choices.length}, such as 1,3.\n`);
      }
    },
    close: () => lines.close(),
  };
}
