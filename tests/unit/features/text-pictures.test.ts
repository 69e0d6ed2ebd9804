/** Tests finding the pictures of a text whose previews the editor shows. */
import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';

import { findTextPictures } from '@/features/text-editor/picture-previews';

const find = (...lines: string[]) => {
  const doc = Text.of(lines);
  return findTextPictures(doc).map(({ source, alt, altFrom, altTo, lineEnd }) => [
    source,
    alt,
    doc.sliceString(altFrom, altTo),
    doc.lineAt(lineEnd).number,
  ]);
};

test('pictures are found with their description and their line, several in one line too', () => {
  expect(find('前', '![図](content:a#10x20) と ![](/icons/b.png)', String.raw`![\[1\]図](content:c "題")`)).toEqual([
    ['content:a#10x20', '図', '図', 2],
    ['/icons/b.png', '', '', 2],
    ['content:c', '[1]図', String.raw`\[1\]図`, 3],
  ]);
});

test('markup of pictures in code blocks is text, and pictures after code blocks are shown', () => {
  expect(find('```md', '![図](content:a)', '```', '![図](content:b)', '~~~', '![図](content:c)')).toEqual([
    ['content:b', '図', '図', 4],
  ]);
});

test('links and unfinished pictures have no preview', () => {
  expect(find('[図](content:a)', '![図](', '![図](content:a', '![図]')).toEqual([]);
});
