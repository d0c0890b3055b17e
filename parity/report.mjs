/** A difference as a person reads it: the step, and each thing that is not the same. */
export function tellDifference({ at, step, differences, bridge }) {
  const { do: what, ...more } = step;
  const lines = [`  step ${at}: ${what} ${JSON.stringify(more)}`];
  for (const [name, inBrowser, atBridge] of differences)
    lines.push(`    ${name}`, `      browser: ${short(inBrowser)}`, `      bridge:  ${short(atBridge)}`);
  for (const item of bridge.log ?? []) if (!item.success) lines.push(`    log: ${short(item)}`);
  return lines.join('\n');
}

function short(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
