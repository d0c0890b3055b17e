import { expect, it } from 'vitest';
import { stripHtml } from './strip-html.ts';

it.each([
  ['<b>Bold</b> and <i class="a">more</i>', 'Bold and more'],
  ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
  ['<style>p {}</style>A<script>alert("</b>")</script>B<!-- <p>no</p> -->C', 'ABC'],
  ['a &lt;b&gt; &amp;amp; &#65;&#x42; &nope; &#0;', 'a <b> &amp; AB &nope; &#0;'],
  ['1 < 2 and x <', '1 < 2 and x <'],
  ['<td>a</td><td>b</td>', 'a b'],
  ['open <b', 'open <b'],
  ['<script>never closed', ''],
])('%j', (html, text) => {
  expect(stripHtml(html)).toBe(text);
});

it('reads long and broken input in linear time: quadratic work would time out', () => {
  for (const part of ['<', '<a', '<!--', '<a>', '<script>', '&', '&#', ' \n'])
    stripHtml(part.repeat(300_000));
});
