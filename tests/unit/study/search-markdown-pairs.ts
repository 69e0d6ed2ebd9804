/**
 * Hand-written search cases on the ways to write a text in markdown, which must or must not match (see
 * `search-pairs.ts`).
 */
import type { Pairs } from './search-pairs';

export const markdownPairs: Record<string, Pairs> = {
  'code and formulas': {
    found: [
      ['git commit -m', '```sh\ngit commit -m "x"\n```'],
      ['"commit -m"', '```sh\ngit commit -m "x"\n```'],
      ['console.log', '`console.log(1)`と書く'],
      ['√(2)', '$\\sqrt{2}$の値'],
      ['x^2', '`x^2`と書く'],
      ['const x', '```js\nconst x = 1;\n```'],
    ],
    not: [
      ['\\sqrt', '$\\sqrt{2}$の値'],
      ['```', '```sh\nls\n```'],
      ['"一行目 二行目"', '`一行目`\n\n`二行目`'],
    ],
  },
  'headings, lists, tables': {
    found: [
      ['分散とは', '## 分散とは\n\n散らばりです'],
      ['りんご', '- りんご\n- みかん'],
      ['合計', '|品|合計|\n|-|-|\n|紙|10|'],
      ['引用文', '> 引用文です'],
      ['図の説明', '![図の説明](content:a)'],
      ['脚注の中身', '本文[^1]\n\n[^1]: 脚注の中身'],
    ],
    not: [
      ['##', '## 分散とは'],
      ['りんごみかん', '- りんご\n- みかん'],
      ['紙10', '|品|合計|\n|-|-|\n|紙|10|'],
      ['content:a', '![図の説明](content:a)'],
    ],
  },
  'across markup and lines': {
    found: [
      ['残留リスク', '**残留**リスク'],
      ['残留リスク', '残*留*リスク'],
      ['残留リスク', '残留\nリスク'],
      ['詳しくは', '[詳しく](https://example.com)は'],
      ['情報量', '{情報|じょうほう}**量**'],
      ['"long line"', 'long\nline'],
      ['消した文', '~~消した~~文'],
    ],
    not: [
      ['**', '**残留**リスク'],
      ['example.com', '[詳しく](https://example.com)は'],
      ['じょうほう量', '{情報|じょうほう}量'],
      ['longline', 'long\nline'],
    ],
  },
  'emoji, and letters of two halves': {
    found: [
      ['🎉', 'おめでとう🎉'],
      ['👨‍👩‍👧', '家族👨‍👩‍👧です'],
      ['❤', '❤️をこめて'],
      ['❤️', '❤をこめて'],
      ['𠮷', '𠮷野家'],
      ['吉', '𠮷野家'],
      ['葛城', '葛\u{e0100}城市'],
      ['神', '神社'],
      ['パスワード', 'パス\u200bワード'],
    ],
    not: [
      ['🎊', 'おめでとう🎉'],
      ['👩', '🙂'],
    ],
  },
  'what looks like HTML': {
    found: [
      ['Ctrl', '<kbd>Ctrl</kbd>を押す'],
      ['<script>', '`<script>`は動かない'],
      ['a<b', 'a\\<bのとき'],
      ['&amp;', '`&amp;`と書く'],
      ['R&D', 'R&amp;D部'],
      ['onclick', '<b onclick="x()">押す</b>'],
    ],
    not: [
      ['kbd', '<kbd>Ctrl</kbd>を押す'],
      ['隠した', '<!-- 隠した -->本文'],
    ],
  },
};
