/** Makes hostile texts of highlighted code. */
import { type Bomb, fill } from './fill';

const pieces: Record<string, string[]> = {
  javascript: ['1+', '`${', '<a>', '/a/', 'function(', '"a', '{a:1,', '/*', 'a=>'],
  typescript: ['a:b;', 'class A{', '@a ', '`${`'],
  python: ['f"{', '1+', '"""', '@a\n', 'def f(', '#\n'],
  bash: ['$(', '"$a', '${a', '<<E\n', '`a'],
  css: ['a{', '.a ', 'a:b;', '@a ', '/*'],
  diff: ['+a\n', '@@ -1 +1 @@\n', '---\n'],
  json: ['[', '{"a":', '1,', '"a",'],
  sql: ['select ', "'a", '(', '-- a\n'],
  xml: ['<a ', '<a>', '<!--', '<a b="c" ', '<?a', '&a;'],
  yaml: ['- ', 'a: b\n', '|\n', '"a', '{a: '],
};

const block = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n\n`;

export function codeBombs(): Bomb[] {
  return Object.entries(pieces).flatMap(([language, codes]) =>
    codes.map((piece) => ({
      name: `code: ${language}, ${JSON.stringify(piece)} in five blocks`,
      text: block(language, fill(piece, 19_900)).repeat(5),
    })),
  );
}
