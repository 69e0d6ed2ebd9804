/**
 * Tests converting pasted HTML to markdown: samples as Excel, Word, Google Docs and Sheets and browsers put them on the
 * clipboard.
 */
import fc from 'fast-check';
import type { Root, RootContent } from 'mdast';
import { describe, expect, test } from 'vitest';

import { htmlToMarkdown } from '@/ui/markdown-tools/paste/html-to-markdown';
import { richHtml } from '@/ui/markdown-tools/paste/rich-html';
import { parseMarkdown } from '@/ui/markdown/parse/parse-markdown';

const convert = (html: string) => htmlToMarkdown(html)?.markdown;

const excel = (
  rows: string,
) => `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><style>
<!--table {mso-displayed-decimal-separator:"\\.";} td {padding:0px;} .xl65 {font-weight:700;}-->
</style></head><body link="#0563C1">
<table border=0 cellpadding=0 cellspacing=0 width=144 style='border-collapse:collapse;width:108pt'>
<!--StartFragment-->
 <col width=72 span=2 style='width:54pt'>
${rows}
<!--EndFragment-->
</table></body></html>`;

const word = (
  body: string,
) => `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><style><!-- p.MsoNormal {mso-style-parent:"";} --></style></head><body lang=JA style='tab-interval:42.0pt'>
<!--StartFragment-->
${body}
<!--EndFragment--></body></html>`;

const docs = (body: string) =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f0c">${body}</b><br class="Apple-interchange-newline">`;

describe('Excel', () => {
  test('pasted cells become a table whose first row is the header', () => {
    const rows = ` <tr height=18><td height=18 class=xl65 width=72>場所</td><td class=xl65>数</td></tr>
 <tr height=18><td>入口</td><td align=right>10</td></tr>
 <tr height=18><td>奥</td><td align=right>20</td></tr>`;
    expect(convert(excel(rows))).toBe('| 場所 | 数 |\n| - | -: |\n| 入口 | 10 |\n| 奥 | 20 |');
  });

  test('the content of merged cells is pasted into the first of them, and the others are empty', () => {
    const rows = `<tr><td colspan=2 style='mso-ignore:colspan'>点検</td><td>人</td></tr>
<tr><td rowspan=2>朝</td><td>鍵</td><td>田中</td></tr>
<tr><td>灯り</td><td>鈴木</td></tr>`;
    expect(convert(excel(rows))).toBe('| 点検 | | 人 |\n| - | - | - |\n| 朝 | 鍵 | 田中 |\n| | 灯り | 鈴木 |');
  });

  test('bars and line breaks in pasted cells stay in their cells', () => {
    const rows = `<tr><td>記号</td><td>意味</td></tr><tr><td>a|b</td><td>aまたは<br>
    b</td></tr>`;
    const table = convert(excel(rows));
    expect(table).toBe('| 記号 | 意味 |\n| - | - |\n| a\\|b | aまたは<br>b |');
  });

  test('a single pasted cell and a single column are plain text', () => {
    expect(convert(excel('<tr><td>場所</td></tr>'))).toBeUndefined();
    expect(convert(excel('<tr><td>田中</td></tr><tr><td>鈴木</td></tr>'))).toBeUndefined();
  });
});

describe('Word', () => {
  test('headings, bold words and Japanese broken over source lines are pasted as markdown', () => {
    const body = `<h1><b><span lang=EN-US>1</span>章 安全<o:p></o:p></b></h1>
<h2>装備</h2>
<p class=MsoNormal>高い所では<b><span style='mso-bidi-font-weight:normal'>安全
帯</span></b>を着けます。前日のうちに
点検します。<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>以上です。</p>`;
    expect(convert(word(body))).toBe(
      '## 1章 安全\n\n### 装備\n\n高い所では**安全帯**を着けます。前日のうちに点検します。\n\n以上です。',
    );
  });

  test('pasted Word paragraphs with printed list marks become nested lists', () => {
    const item = (level: number, mark: string, text: string, font = '') =>
      `<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US style='${font}'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>${text}</p>`;
    const body = [
      item(1, '1.', '鍵を開ける'),
      item(2, 'l', '表口', 'font-family:Wingdings'),
      item(2, 'l', '裏口', 'font-family:Wingdings'),
      item(1, '2.', '灯りをつける'),
      '<p class=MsoNormal>続きます。</p>',
    ].join('\n');
    expect(convert(word(body))).toBe('1. 鍵を開ける\n   - 表口\n   - 裏口\n2. 灯りをつける\n\n続きます。');
  });

  test('pasted furigana are kept with their words; inside a table they are written in the notation without a bar (｜…《…》)', () => {
    const ruby = '<ruby>安全帯<rp>(</rp><rt><span style="font-size:5pt">あんぜんたい</span></rt><rp>)</rp></ruby>';
    expect(convert(word(`<p class=MsoNormal>${ruby}を着ける</p>`))).toBe('{安全帯|あんぜんたい}を着ける');
    const table = `<table class=MsoTableGrid><tr><td><p class=MsoNormal>語</p></td><td><p class=MsoNormal>意味</p></td></tr>
<tr><td><p class=MsoNormal>${ruby}</p></td><td><p class=MsoNormal>体を支える</p><p class=MsoNormal>帯</p></td></tr></table>`;
    expect(convert(word(table))).toBe('| 語 | 意味 |\n| - | - |\n| ｜安全帯《あんぜんたい》 | 体を支える<br>帯 |');
  });
});

describe('Google', () => {
  test('lists pasted from Google Docs, which writes marks as styles, become nested lists', () => {
    const span = (style: string, text: string) =>
      `<span style="font-size:11pt;font-family:Arial;${style}">${text}</span>`;
    const body = `<h2 dir="ltr"><span style="font-weight:700;">準備</span></h2><p dir="ltr">${span('font-weight:400', 'これは')}${span('font-weight:700', '「大事」')}${span('font-style:italic;font-weight:400', 'です')}。</p><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${span('', '一つ目')}</p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation">${span('', '内側')}</p></li></ul></ul>`;
    expect(convert(docs(body))).toBe('## 準備\n\nこれは**「大事」***です*。\n\n- 一つ目\n  - 内側');
  });

  test('a table pasted from Google Sheets becomes a markdown table', () => {
    const html = `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;">日</td><td style="text-align:right;">人数</td></tr><tr><td>月</td><td style="text-align:right;">12</td></tr></tbody></table>`;
    expect(convert(html)).toBe('| 日 | 人数 |\n| - | -: |\n| 月 | 12 |');
  });
});

describe('the web', () => {
  test('links, pictures, code, quotes and lists are pasted as markdown, without scripts and addresses of the page itself', () => {
    const html = `<!--StartFragment--><h3>手順</h3><p>詳しくは<a href="https://example.jp/a">この頁</a>と<a href="javascript:alert(1)">あれ</a>、<a href="#top">上</a>。<script>alert(1)</script></p>
<blockquote><p>急がば回れ</p></blockquote><ol start="3"><li>見る<ul><li>上</li></ul></li><li>書く</li></ol>
<pre><code class="language-bash">ls -la
cd /</code></pre><p><img src="https://example.jp/p.png" alt="図"><img src="data:image/png;base64,AAAA" alt="点"></p><hr>`;
    expect(convert(html)).toBe(
      '### 手順\n\n詳しくは[この頁](https://example.jp/a)とあれ、上。\n\n> 急がば回れ\n\n3. 見る\n   - 上\n4. 書く\n\n```bash\nls -la\ncd /\n```\n\n![図](https://example.jp/p.png)\n\n---',
    );
  });

  test('words copied from within one line are pasted inline, without a new paragraph', () => {
    expect(htmlToMarkdown('<meta charset="utf-8"><span>これは<b>大事 </b>です</span>')).toEqual({
      markdown: 'これは**大事** です',
      isInline: true,
    });
  });

  test('pasted ruby of single letters, powers and formulas become markdown', () => {
    const katex =
      '<span class="katex"><span class="katex-mathml"><math><semantics><mrow></mrow><annotation encoding="application/x-tex">n=a+b</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">n=a+b</span></span>';
    const html = `<p><ruby>安<rt>あん</rt>全<rt>ぜん</rt></ruby>な1 m<sup>2</sup>で${katex}とする</p>`;
    expect(convert(html)).toBe('{安全|あん|ぜん}な1 m<sup>2</sup>で$n=a+b$とする');
  });

  test('pasted plain paragraphs and one block of code are plain text', () => {
    expect(convert('<p>一つ目</p><p>二つ目</p>')).toBeUndefined();
    expect(convert('<div><pre style="color:#000">## 見出し\n- 項目</pre></div>')).toBeUndefined();
  });
});

describe('what is written', () => {
  test.each([
    ['1. 2019年', '1\\. 2019年'],
    ['# は番号', '\\# は番号'],
    ['- 負', '\\- 負'],
    ['100$と200$', '100\\$と200\\$'],
    ['100$', '100$'],
    ['10~20分', '10~20分'],
    ['snake_case', 'snake_case'],
    ['<b>と書く', '\\<b>と書く'],
    ['5*3*2', '5\\*3\\*2'],
    ['a[0]', 'a[0]'],
  ])('pasted text with %s is escaped so that it is shown unchanged', (text, markdown) => {
    const escaped = text.replaceAll('<', '&lt;');
    expect(convert(`<p>${escaped}</p><p><b>x</b></p>`)).toBe(`${markdown}\n\n**x**`);
  });

  test('any text that is pasted beside bold words is shown as the same text', () => {
    const letters = fc.constantFrom(...'あ漢a1 *_~=+$`[]()<>&#-.!|\\「」:'.split(''));
    const texts = fc.array(letters, { minLength: 1, maxLength: 12 }).map((all) => all.join(''));
    const wordsOf = (node: Root | RootContent): string => {
      if (node.type === 'text' || node.type === 'inlineCode') return node.value;
      return 'children' in node ? node.children.map(wordsOf).join('') : '';
    };
    fc.assert(
      fc.property(texts, (text) => {
        const html = text.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`);
        const markdown = convert(`<p>い${html}い</p><p><b>太字</b></p>`) ?? '';
        const read = parseMarkdown(markdown);
        const plain = (words: string) => words.replace(/\s+/g, '');
        expect(plain(wordsOf(read))).toBe(plain(`い${text}い太字`));
      }),
      { numRuns: 300 },
    );
  });
});

describe('what is converted at all', () => {
  const transfer = (data: Record<string, string>) => ({
    types: Object.keys(data),
    getData: (type: string) => data[type] ?? '',
  });
  test.each([
    ['no HTML', { 'text/plain': 'a' }, false],
    ['HTML without structure', { 'text/plain': 'a', 'text/html': '<span style="color:red">a</span>' }, false],
    ['a table', { 'text/html': '<table><tr><td>a' }, true],
    ['bold by a style', { 'text/html': '<span style="font-weight:700">a</span>' }, true],
    ['VS Code', { 'text/html': '<b>a</b>', 'vscode-editor-data': '{}' }, false],
  ])('%s', (_, data, isRich) => {
    expect(richHtml(transfer(data)) !== undefined).toBe(isRich);
  });
});
