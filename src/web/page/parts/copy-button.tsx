import { type ReactNode, useState } from 'react';

const SAID_MS = 2000;

/** Copies a text. `what` is for those who do not see what stands next to it. */
export function CopyButton({ text, what }: { text: string; what: string }): ReactNode {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? 'Copied' : 'Select and copy it yourself');
    setTimeout(() => setSaid(''), SAID_MS);
  };
  return (
    <button type="button" className="copy" aria-label={said || `Copy ${what}`} onClick={() => void copy()}>
      <span aria-live="polite">{said || 'Copy'}</span>
    </button>
  );
}
