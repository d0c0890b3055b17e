import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

const html = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} />).replace(/^<div class="markdown">|<\/div>$/g, '');

describe('markdown', () => {
  test('has the blocks that models write', () => {
    expect(html('# One\n\ntwo\nlines\n\n---\n> said\n> *so*')).toBe(
      '<h3>One</h3><p>two\nlines</p><hr/><blockquote><p>said\n<em>so</em></p></blockquote>',
    );
    expect(html('```ts\nconst a = "<b>";\n\n# no\n```\nafter')).toBe(
      '<pre data-language="ts" tabindex="0"><code>const a = &quot;&lt;b&gt;&quot;;\n\n# no</code></pre><p>after</p>',
    );
    expect(html('- a\n- b\n  more\n  - c\n\n3. x\n4. y')).toBe(
      '<ul><li>a</li><li>b\nmore<ul><li>c</li></ul></li></ul><ol start="3"><li>x</li><li>y</li></ol>',
    );
    expect(html('| a | b |\n|---|:-:|\n| 1 | **2** |\n| 3 |')).toBe(
      '<section class="scroll-x" aria-label="Table" tabindex="0"><table class="data-table"><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr><tr><td>3</td><td></td></tr></tbody></table></section>',
    );
  });

  test('has the pieces that models write', () => {
    expect(html('a **b *c*** `d*e*` ~~f~~ \\*g\\* snake_case_name 2*3*4')).toContain(
      '<code>d*e*</code> <del>f</del> *g* snake_case_name 2*3*4',
    );
    expect(html('**bold** and _thin_')).toBe('<p><strong>bold</strong> and <em>thin</em></p>');
    expect(html('[t](https://a.example/x?y=1) https://b.example/z.')).toBe(
      '<p><a href="https://a.example/x?y=1" target="_blank" rel="noopener noreferrer nofollow">t</a> <a href="https://b.example/z" target="_blank" rel="noopener noreferrer nofollow">https://b.example/z</a>.</p>',
    );
  });

  test('makes nothing of HTML, and no link that runs something', () => {
    expect(html('<img src=x onerror=alert(1)> <script>x</script>')).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; &lt;script&gt;x&lt;/script&gt;</p>',
    );
    for (const href of [
      'javascript:alert(1)',
      'JavaScript:x',
      'data:text/html,x',
      'vbscript:x',
      '/chat',
      '//evil',
    ])
      expect(html(`[t](${href})`), href).not.toContain('href');
  });

  test('bears a text that breaks off anywhere', () => {
    const text =
      '# T\n\n- a **b\n  ```js\n  x\n  ```\n\n| a | b |\n|--|--|\n| 1 | [l](https://x.example) |\n> q';
    for (let end = 0; end <= text.length; end++) expect(html(text.slice(0, end))).toBeTypeOf('string');
    expect(html('```\nopen')).toBe('<pre tabindex="0"><code>open</code></pre>');
  });

  test('bears what was written to be slow or deep', () => {
    const hostile = [
      '>'.repeat(20_000),
      '* '.repeat(20_000),
      '**a'.repeat(10_000),
      '`'.repeat(20_000),
      '['.repeat(20_000),
      '_a '.repeat(10_000),
      '|-'.repeat(10_000),
    ];
    for (const text of hostile) expect(html(text).length).toBeGreaterThan(0);
  }, 5000);
});
