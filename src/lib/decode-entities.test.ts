import { expect, it } from 'vitest';
import { decodeEntities } from './decode-entities.ts';

it.each([
  ['&lt;b&gt; &amp;amp; &quot;&apos;&nbsp;.', `<b> &amp; "' .`],
  ['caf&eacute; &Eacute;t&eacute; &yuml; &iexcl;&frac12;', 'café Été ÿ ¡½'],
  ['&ldquo;x&rdquo; &hellip; &euro;', '“x” … €'],
  ['&#65;&#x42;&#X43;', 'ABC'],
  ['&nope; &#0; &#1114112; & &;', '&nope; &#0; &#1114112; & &;'],
  ['&constructor;&toString;', '&constructor;&toString;'],
])('%j', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});
