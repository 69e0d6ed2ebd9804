/**
 * Tests a prerendered screen's markup: it has all words, and nothing that runs, disguises a link, or sends a request.
 */
import { readFileSync } from 'node:fs';

import { cleanup, render, waitFor } from '@testing-library/react';
import { fetchAhead, show } from '@tests/unit/ui/support/show-markdown';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { type StyleRules, writeMarkup, writeRules } from '@/features/prerender/prerender';
import { Markdown } from '@/ui/markdown/Markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

function write(element: Element): { page: HTMLElement; rules: string; markup: string } {
  const rules: StyleRules = new Map();
  const markup = writeMarkup(element, rules, () => false);
  return { page: new DOMParser().parseFromString(markup, 'text/html').body, rules: writeRules(rules), markup };
}

function isHarmlessAddress(href: string): boolean {
  const { protocol, origin } = new URL(href, globalThis.location.href);
  return protocol === 'mailto:' || origin === globalThis.location.origin || /^https?:\/\/[^/]/.test(href);
}

/** Returns the dangerous elements, attributes and URLs of a parsed page: scripts, event handlers, foreign addresses. */
function harmIn(page: HTMLElement): string[] {
  return [...page.querySelectorAll('*')].flatMap((element) => {
    const attributes = element.getAttributeNames();
    const isBad = /^(?:script|style|iframe|object|embed|form|base|link|meta|template|foreignobject|animate|set|use)$/i;
    const href = element.getAttribute('href') ?? '#';
    const src = element.getAttribute('src');
    return [
      ...(isBad.test(element.localName) ? [element.localName] : []),
      ...attributes.filter((name) => /^(?:on|style$|srcdoc|formaction|action|srcset|ping|xlink)/i.test(name)),
      ...(isHarmlessAddress(href) ? [] : [href]),
      ...(src === null || src.startsWith(globalThis.location.origin) ? [] : [src]),
    ];
  });
}

/** The text of a container, without status messages. */
function wordsOf(container: HTMLElement): string {
  const spoken = container.cloneNode(true) as HTMLElement;
  for (const element of spoken.querySelectorAll('[role=status]')) element.remove();
  return spoken.textContent ?? '';
}

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
  '<style>*{display:none}</style></style><script>',
  '<form action="https://evil.test"><input name=q></form>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<base href="https://evil.test">',
  '<kbd id="main" onclick="alert(1)">x</kbd>',
  '<span id="root" style="position:fixed;inset:0">x</span>',
  'javascript:alert(1)',
  'JaVaScRiPt&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://a.test/x"onerror="alert(1).png',
  '//evil.test/x',
  '--><!--<img src=x onerror=alert(1)>',
  ']]><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '</textarea></title></noscript><script>alert(1)</script>',
  '\u202Ejavascript:alert(1)\u0000<b>',
  '$\\href{javascript:alert(1)}{x}\\htmlStyle{position:fixed}{y}\\url{javascript:1}$',
  '$\\textcolor{url(https://evil.test)}{x}\\rule{9999em}{9999em}$',
];
const places: ((payload: string) => string)[] = [
  (text) => text,
  (text) => `前\n\n${text}\n\n後`,
  (text) => `[言葉](<${text}> "${text}")`,
  (text) => `![図](<${text}>)`,
  (text) => `![${text}](/files/x.png)`,
  (text) => `[言葉][名]\n\n[名]: <${text}>`,
  (text) => `<${text}>`,
  (text) => `# ${text}`,
  (text) => `- [x] ${text}\n- ${text}`,
  (text) => `> [!NOTE]\n> ${text}`,
  (text) => `| ${text} |\n| - |\n| ${text} |`,
  (text) => `\`\`\`${text}\n${text}\n\`\`\``,
  (text) => `\`${text}\` **${text}** ~~${text}~~`,
  (text) => `本文[^注]\n\n[^注]: ${text}`,
  (text) => `{${text}|よみ}｜漢《${text}》`,
  (text) => `<details><summary>${text}</summary>${text}</details>`,
  (text) => `$$\n${text}\n$$`,
  (text) => `<kbd title="${text}">${text}</kbd>`,
];

describe('a hostile text in prerendered markup', () => {
  test.each(payloads)(
    'the dangerous markup %j is prerendered without effect wherever it occurs in a text',
    (payload) => {
      const container = show(places.map((place) => place(payload)).join('\n\n段落\n\n'));
      const { page, rules } = write(container);

      expect(harmIn(page)).toEqual([]);
      expect(rules).not.toMatch(/url|fixed|[<@\\]/);
      expect(page.textContent).toBe(wordsOf(container));
    },
  );
});

describe('an element in prerendered markup', () => {
  function build(markup: string): HTMLElement {
    const { body } = new DOMParser().parseFromString(`<div>${markup}</div>`, 'text/html');
    return body.firstElementChild as HTMLElement;
  }

  test.each([
    '<script>x</script>',
    '<style>x</style>',
    '<iframe srcdoc="<p>"></iframe>',
    '<object data="/x"></object>',
    '<embed src="/x">',
    '<form action="/x"></form>',
    '<input type="text" value="x">',
    '<template><p>x</p></template>',
    '<svg><script>x</script><use href="#x"></use><foreignObject><p>x</p></foreignObject><a href="/x"></a></svg>',
    '<math><annotation-xml encoding="text/html"><img src=x></annotation-xml></math>',
    '<meta http-equiv="refresh" content="0"><link rel="stylesheet" href="/x.css"><base href="/x">',
    '<p role="status">x</p>',
  ])('%s is left out of prerendered markup', (markup) => {
    const { page } = write(build(markup));
    expect(page.querySelectorAll('div *:not(svg, math)')).toHaveLength(0);
    expect(page.textContent).toBe('');
  });

  test.each([
    ['<p onclick="x" id="root" name="y" style="color:red">x</p>', '<p class="painted-0">x</p>'],
    ['<a href="javascript:x" target="_blank">x</a>', '<a target="_blank">x</a>'],
    ['<a href="/lessons/a#h-b" ping="https://evil.test">x</a>', '<a href="/lessons/a#h-b">x</a>'],
    ['<h2 id="h-1">x</h2>', '<h2 id="h-1">x</h2>'],
    ['<img src="https://evil.test/x.png" srcset="https://evil.test/y.png" alt="図">', '<img alt="図">'],
    ['<input type="checkbox" checked name="x">', '<input type="checkbox" disabled checked>'],
    ['<button type="button" class="c" formaction="/x">コピー</button>', '<button class="c" inert>コピー</button>'],
    ['<pre>\n\nx</pre>', '<pre>\n\nx</pre>'],
    ['<details open><summary>x</summary>y</details>', '<details open=""><summary>x</summary>y</details>'],
  ])('%s is prerendered as %s', (markup, painted) => {
    expect(write(build(markup)).markup).toBe(`<div>${painted}</div>`);
  });

  test('of an element’s style, the prerendered element keeps only properties of size and colour, marked !important', () => {
    const style =
      'height:1.2em;color:#123;position:fixed;background-image:url(/x);--ai-size:calc(1rem * 2);--x:1;content:"x";width:expression(1)';
    const element = build('x');
    element.setAttribute('style', style);
    expect(write(element).rules).toBe(
      '.painted-0{height:1.2em!important;color:rgb(17, 34, 51)!important;--ai-size:calc(1rem * 2)!important}',
    );
  });

  test("a prerendered picture's URL has neither the signature nor the hour parameter of the original", () => {
    const src = `${globalThis.location.origin}/files/x.png?t=5&X-Amz-Signature=abc`;
    const { page } = write(build(`<button><img src="${src}" alt="図" crossorigin="anonymous"></button>`));
    expect(page.querySelector('button')).toBeNull();
    expect(page.querySelector('img')?.getAttribute('src')).toBe(`${globalThis.location.origin}/files/x.png`);
  });
});

test.each(['security/lessons/security-why', 'git/lessons/git-commit'])(
  'every word of the demo lesson %s is in its prerendered form',
  async (name) => {
    const text = readFileSync(`server/demo/courses/${name}.md`, 'utf8');
    const { container } = render(<Markdown text={text} Image={() => null} />);
    await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull());

    const { page } = write(container);
    expect(page.textContent).toBe(wordsOf(container));
    expect(harmIn(page)).toEqual([]);
  },
);
