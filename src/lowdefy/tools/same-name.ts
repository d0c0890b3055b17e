/** Whether a label says no more than an id: "First name" and `first_name`, or `lines.0.first_name`. */
export function isSameName(label: string, id: string): boolean {
  const name = id.split('.').at(-1) ?? '';
  return name !== '' && toLetters(label) === toLetters(name);
}

function toLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, '');
}
