import { describe, expect, test } from 'vitest';
import { checkView } from './check-view.ts';
import { readView } from './view-file.ts';

/** `severity rule line` of a view's findings. */
function check(html: string, file = 'viewdefs/Thing.DEFAULT.html'): string[] {
  return checkView(readView(file, html)).map(({ severity, rule, line }) => `${severity} ${rule} ${line}`);
}

/** The same with the body inside a template, its first line being line 2. */
function inside(body: string, file?: string): string[] {
  return check(`<template>\n${body}\n</template>`, file);
}

describe('the file', () => {
  test('is read to the depth that browsers support', () => {
    const deep = check(`<template>${'<b>'.repeat(300_000)}`);
    expect(deep).toEqual(['violation html-tags 1']);
    expect(inside(`${'<b>'.repeat(500)}${'</b>'.repeat(500)}`)).toEqual([]);
  });

  test('with very many bindings is checked in part', () => {
    const found = inside('<sl-switch ui-attr-checked=a></sl-switch>'.repeat(25_000));
    expect(found.length).toBe(2001);
    expect(found).toContain('warning too-big 1');
  });

  test('is one template; comments and white space around it are fine', () => {
    expect(
      check('<!-- a > b -->\n<template>\n<div></div><style>p > a { x: "</p>" }</style></template>\n'),
    ).toEqual([]);
  });

  test.each([
    ['', 1],
    ['<div></div>', 1],
    ['<template></template>\n<div></div>', 2],
    ['<template></template>\n<template></template>', 2],
    ['<template></template>\nstray', 1],
  ])('is not one template: %j', (html, line) => {
    expect(check(html)).toEqual([`violation html-root ${line}`]);
  });

  test('is named TYPE.NAMESPACE.html', () => {
    expect(check('<template></template>', 'viewdefs/Thing.html')).toEqual(['violation view-name 1']);
    expect(check('<template></template>', 'viewdefs/MCP.ChatMessage.list-item.html')).toEqual([]);
  });
});

describe('tags', () => {
  test.each([
    ['<div>\n<span>\n</div>', ['violation html-tags 3']],
    ['<div></div>\n</div>', ['violation html-tags 3']],
    ['<sl-input />', ['violation html-tags 2']],
    ['<br></br>', ['violation html-tags 2']],
    ['<p>\n<ul><li>one<li>two</ul></p>', ['warning html-tags 3', 'warning html-tags 3']],
    ['<div class="a" class="b"></div>', ['warning html-tags 2']],
    ['<br><input><svg viewBox="0 0 1 1"><path d="M0"/></svg>', []],
    ['<p>1 < 2 & 3 > 2</p>', []],
    ['<script>if (a < b) { x = "<div>"; }</script>', []],
    ['<textarea><b></textarea>', []],
  ])('%j', (body, expected) => {
    expect(inside(body)).toEqual(expected);
  });

  test('an unclosed template, tag, quote or comment', () => {
    expect(check('<template>\n<div></div>')).toEqual(['violation html-tags 1']);
    expect(inside('<div\n<p></p>').length).toBeGreaterThan(0);
    expect(inside('<div class="a></div>').length).toBeGreaterThan(0);
    expect(check('<template></template>\n<!-- open')).toEqual(['violation html-tags 2']);
  });

  test('the line of an attribute is its own', () => {
    expect(inside('<div\n  class="x"\n  ui-value="a b"></div>')).toEqual(['violation path-operator 4']);
  });
});

describe('attributes', () => {
  test.each([
    ['<p ui-class="active:isActive()"></p>', ['violation class-syntax 2']],
    ['<p ui-class-active="isActive()"></p>', []],
    ['<p ui-vlaue="x"></p>', ['warning attribute-unknown 2']],
    ['<p ui-repeat="x"></p>', ['warning attribute-unknown 2']],
    ['<p ui-attr="x"></p>', ['warning attribute-unknown 2']],
    ['<p ui-class-isActive="x"></p>', ['warning attribute-case 2']],
    ['<p ui-html="x?replace" ui-style-background-color="c()" ui-code="js()"></p>', []],
    ['<input ui-event-keypress-ctrl-shift-enter="go()">', []],
    ['<input ui-event-keypress-k="go()">', []],
    ['<input ui-event-keypress-cmd-k="go()">', ['violation keypress 2']],
    ['<input ui-event-keypress-return="go()">', ['violation keypress 2']],
    ['<p>Hello {{ name }}</p>', ['warning interpolation 2']],
  ])('%j', (body, expected) => {
    expect(inside(body)).toEqual(expected);
  });

  test('an unknown one is reported with the nearest name', () => {
    const [found] = checkView(readView('T.DEFAULT.html', '<template><p ui-vlaue="x"></p></template>'));
    expect(found?.message).toContain('Use ui-value.');
  });
});

describe('paths', () => {
  test.each([
    ['<p ui-value="not done"></p>', ['violation path-operator 2']],
    ['<p ui-class-a="count > 0"></p>', ['violation path-operator 2']],
    ['<button ui-action="pick(3)">x</button>', ['violation path-arguments 2']],
    ['<p ui-value="rows[0].name"></p>', ['warning path-brackets 2']],
    ['<p ui-value="rows[key]"></p>', ['violation path-brackets 2']],
    ['<p ui-value="a..b"></p>', ['violation path-grammar 2']],
    ['<p ui-value="@item"></p>', ['violation path-grammar 2']],
    ['<p ui-value="name?acess=r"></p>', ['warning path-property 2']],
    ['<p ui-view="row?wrapper=Row&tint=blue"></p>', []],
    ['<sl-input ui-value="setName(_)"></sl-input>', ['violation path-access 2']],
    ['<sl-input ui-value="setName(_)?access=w"></sl-input>', []],
    ['<sl-input ui-value="name()?access=w"></sl-input>', ['violation path-access 2']],
    ['<sl-input ui-value="name()?access=rw"></sl-input>', []],
    ['<p ui-html="x?access=w"></p>', ['violation path-access 2']],
    ['<button ui-action="go()?access=r">x</button>', ['violation path-access 2']],
    ['<button value="a" ui-action="pick(_)">x</button>', []],
    // The content of an element that a list replaces has no bindings.
    ['<div ui-viewlist="rows"><p ui-value="!x"></p></div>', []],
  ])('%j', (body, expected) => {
    expect(inside(body)).toEqual(expected);
  });
});

describe('elements', () => {
  test.each([
    ['<div ui-action="go()">x</div>', ['warning action-target 2']],
    ['<div role="button" tabindex="0" ui-action="go()">x</div>', []],
    ['<sl-option ui-action="go()">x</sl-option>', ['violation action-target 2']],
    ['<input type="submit" ui-action="go()">', []],
    ['<input ui-action="go()">', ['warning action-target 2']],
    ['<sl-checkbox ui-value="done"></sl-checkbox>', []],
    ['<sl-checkbox ui-attr-checked="done" ui-event-sl-change="toggle()"></sl-checkbox>', []],
    ['<sl-checkbox ui-attr-checked="done"></sl-checkbox>', ['warning value-checkbox 2']],
    ['<sl-checkbox ui-attr-checked="done" disabled></sl-checkbox>', []],
    ['<sl-switch ui-value="isOn()"></sl-switch>', ['warning value-checkbox 2']],
    ['<input type="checkbox" ui-value="done" ui-attr-checked="done">', ['warning value-checkbox 2']],
    ['<input type="radio" ui-value="size">', ['warning value-checkbox 2']],
    ['<sl-badge ui-value="count()"></sl-badge>', []],
    ['<sl-badge ui-value="count?access=rw"></sl-badge>', ['warning value-badge 2']],
    ['<sl-button ui-value="label()"></sl-button>', ['warning value-target 2']],
    ['<button ui-value="label()"></button>', []],
    ['<p ui-value="name">old</p>', ['warning value-overwrites 2']],
    ['<p ui-view="row" ui-class-on="x"></p>', ['warning view-bindings 2']],
    ['<p ui-view="row"><b></b></p>', ['warning view-bindings 2']],
  ])('%j', (body, expected) => {
    expect(inside(body)).toEqual(expected);
  });

  test('<style> in the view of a list item is repeated', () => {
    expect(inside('<style></style>', 'viewdefs/Thing.list-item.html')).toEqual([
      'warning style-in-list-item 2',
    ]);
    expect(inside('<style></style>')).toEqual([]);
  });
});
