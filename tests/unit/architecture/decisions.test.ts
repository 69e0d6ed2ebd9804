/** Checks the pages of docs/decisions: their front matter, their titles, and that the index lists each of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

import { root } from '@tests/architecture/modules';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const folder = 'docs/decisions';

/** The front matter of a page. `superseded-by` and `supersedes` hold a decision's number or a file's path. */
const frontMatterSchema = z.strictObject({
  status: z.string().regex(/^(?:accepted(?:; the design is docs\/design\/[\w-]+\.md)?|replaced in part|superseded)$/),
  date: z.iso.date(),
  'superseded-by': z.string().optional(),
  supersedes: z.string().optional(),
  touches: z.array(z.string()).min(1),
});

const pages = readdirSync(join(root, folder))
  .filter((file) => file !== 'README.md')
  .toSorted()
  .map((file) => {
    const [, yaml = '', title = ''] =
      /^---\n(.*?)\n---\n\n# ([^\n]+)\n/s.exec(readFileSync(join(root, folder, file), 'utf8')) ?? [];
    return { file, number: file.slice(0, 4), yaml, title };
  });
const read = (page: (typeof pages)[number]) => frontMatterSchema.parse(parse(page.yaml));

/** Returns true if a decision's number or a path of the repository exists. */
const exists = (target: string) =>
  /^\d{4}$/.test(target) ? pages.some(({ number }) => number === target) : existsSync(join(root, target));

test.each(pages)('docs/decisions/$file has valid front matter and a title that starts with its number', (page) => {
  const { status, touches, supersedes, 'superseded-by': supersededBy } = read(page);
  expect(page.file).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
  expect(page.title).toMatch(new RegExp(String.raw`^${page.number}\. [A-Z]`));
  expect(supersededBy !== undefined, 'superseded-by belongs to a page that is superseded, wholly or in part').toBe(
    status === 'superseded' || status === 'replaced in part',
  );
  const design = /docs\/design\/.*$/.exec(status);
  const named = [...touches, ...(design ?? []), supersedes ?? '', supersededBy ?? ''].filter(Boolean);
  expect(named.filter((target) => !exists(target))).toEqual([]);
});

test('no two decisions have the same number', () => {
  const numbers = pages.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('docs/decisions/README.md lists each decision with its title, status and date', () => {
  const rows = pages.map((page) => {
    const { status, date, touches, 'superseded-by': supersededBy } = read(page);
    const [, design] = /; the design is docs\/(.*)$/.exec(status) ?? [];
    const shown = design
      ? `accepted, [design](../${design})`
      : [status, supersededBy && `by ${supersededBy}`].filter(Boolean).join(' ');
    const title = page.title.slice(page.number.length + 2);
    return `| [${page.number}](${page.file}) | ${title} | ${shown} | ${date} | ${touches.join(', ')} |`;
  });
  const index = readFileSync(join(root, folder, 'README.md'), 'utf8');
  expect(index.split('\n').filter((line) => line.startsWith('| ['))).toEqual(rows);
});

test('docs/design/README.md links to each design', () => {
  const designs = readdirSync(join(root, 'docs/design')).filter((file) => file !== 'README.md');
  const index = readFileSync(join(root, 'docs/design/README.md'), 'utf8');
  expect(designs.filter((file) => !index.includes(`](${file})`))).toEqual([]);
});
