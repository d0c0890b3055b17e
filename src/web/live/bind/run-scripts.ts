/** Scripts of a template are inert; made anew they run, one after the other, those with `src` too. */
export async function runScripts(
  scripts: readonly Element[],
  onReplace: (inert: Element, script: Element) => void,
): Promise<void> {
  for (const inert of scripts) {
    if (!inert.isConnected) continue;
    const script = document.createElement('script');
    for (const { name, value } of inert.attributes) script.setAttribute(name, value);
    script.textContent = inert.textContent;
    // Without it a script that is loaded later runs whenever it comes.
    script.async = false;
    const loaded = script.src === '' ? undefined : whenLoaded(script);
    onReplace(inert, script);
    inert.replaceWith(script);
    if (loaded) await loaded;
  }
}

function whenLoaded(script: HTMLScriptElement): Promise<unknown> {
  return new Promise((resolve) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', resolve);
  });
}
