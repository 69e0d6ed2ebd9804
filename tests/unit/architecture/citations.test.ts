/** Checks that comments and documents cite only documents, sections and files that exist in the repository. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

import { readModules, root } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

/**
 * The documents to which short names refer. Other documents are cited by path, decisions by number:
 * docs/decisions/0009.
 */
const shortForms: Record<string, string> = { specification: 'docs/specification.md' };

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter(Boolean);
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/**
 * Returns the file to which a cited path refers: the whole path, a path below src/, or its end; for a decision, its
 * number.
 */
function findFile(cited: string): string | undefined {
  const ends = [cited, `${cited}.md`];
  const isMeant = (file: string) =>
    ends.some((end) => file === end || file.endsWith(`/${end}`)) ||
    (/^docs\/decisions\/\d{4}$/.test(cited) && file.startsWith(`${cited}-`)) ||
    file.startsWith(`${cited.replace(/\/$/, '')}/`);
  return files.find(isMeant);
}

const headings = (path: string) => [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** Returns true if a document has the part cited after its name: a numbered section, a law, or a heading in quotes. */
function hasPart(path: string, part: string): boolean {
  if (part.startsWith('§')) return headings(path).some((heading) => heading.startsWith(`${part.slice(1)}. `));
  if (part.startsWith('law')) return new RegExp(`^${part.slice(4)}\\. \\*\\*`, 'm').test(read(path));
  return headings(path).includes(part.slice(1, -1));
}

const parts = String.raw`((?:(?:'s|,| and)? *\(?(?:§\d+|law \d+|"[^"]+"))*)`;
const documents = new RegExp(String.raw`\b(docs/[\w./-]*\w|${Object.keys(shortForms).join('|')})${parts}`, 'gi');

/** Returns the citations in a text whose target does not exist. */
export function findLost(text: string): string[] {
  const said = text.replaceAll(/\s*\n\s*\*?\s*/g, ' ');
  const lost: string[] = [];
  const rest = said.replaceAll(documents, (all, name: string, tail: string) => {
    const path = shortForms[name.toLowerCase()] ?? findFile(name);
    const named = tail.match(/§\d+|law \d+|"[^"]+"/g) ?? [];
    if (!path || (path.endsWith('.md') && !named.every((part) => hasPart(path, part)))) lost.push(all);
    return '';
  });
  // Citations of sections or laws without a known document, and of design documents outside the repository, are always
  // errors.
  for (const [all] of rest.matchAll(/[\w ]*(?:§ ?\d+|\blaw \d+|\b(?:offline|security) design\b)/g))
    lost.push(all.trim());
  for (const [name] of rest.matchAll(/(?<![\w/.@*-])(?:[\w$-]+\/)*[\w$-]+\.(?:tsx?|mjs|md)\b/g)) {
    if (!findFile(name)) lost.push(name);
  }
  return lost;
}

test.each([
  ['(specification §7, §9)', []],
  ['the table of decisions §5', ['the table of decisions §5']],
  ['(offline design, law 4)', ['offline design', 'law 4']],
  ['docs/offline.md, law 4', []],
  ['docs/offline.md, law 40', ['docs/offline.md, law 40']],
  ['docs/wire.md, "Rights"', []],
  ['docs/wire.md, "Wrongs"', ['docs/wire.md, "Wrongs"']],
  ['docs/decisions/0009 and docs/decisions/9999', ['docs/decisions/9999']],
  ['as modules.ts and no-such-file.ts say', ['no-such-file.ts']],
])('%s: lost is %j', (text, lost) => {
  expect(findLost(text)).toEqual(lost);
});

test('every comment cites only files and sections that exist', () => {
  const lost: string[] = [];
  for (const { path, comments } of readModules(['src', 'sw', 'server', 'tests']).values()) {
    for (const { text, line } of comments) lost.push(...findLost(text).map((cited) => `${path}:${line}: ${cited}`));
  }
  for (const path of files.filter((file) => file.endsWith('.css'))) {
    for (const [comment] of read(path).matchAll(/\/\*.*?\*\//gs)) {
      lost.push(...findLost(comment).map((cited) => `${path}: ${cited}`));
    }
  }
  expect(lost).toEqual([]);
});

/** Documents that describe earlier states of the repository; their citations may refer to deleted files. */
const historical = new Set(['CHANGELOG.md']);
/** Files of the example screen in docs/how-to/screen.md, which the repository does not contain. */
const isMadeUp = (name: string) => /\bglossary\b|\bGlossaryScreen\b/.test(name);

test('every document links to existing pages and names existing files', () => {
  const lost: string[] = [];
  for (const path of files.filter((file) => /^(?:docs\/.+|\.github\/[^/]+|[^/]+)\.md$/.test(file))) {
    for (const [, target = ''] of read(path).matchAll(/\]\(([^)\s]+)\)/g)) {
      const [file = '', anchor] = target.split('#');
      if (/^\w+:/.test(target)) continue;
      const at = file === '' ? path : join(path, '..', file);
      const anchors = () =>
        headings(at).map((one) =>
          one
            .toLowerCase()
            .replaceAll(/[^\p{L}\p{N} -]/gu, '')
            .replaceAll(' ', '-'),
        );
      if (!findFile(at) || (anchor && !anchors().includes(anchor))) lost.push(`${path}: ${target}`);
    }
    if (historical.has(path)) continue;
    for (const [, name = ''] of read(path).matchAll(/`((?:[\w$-]+\/)+[\w$.-]*|[\w$-][\w$.-]*\.(?:tsx?|mjs))`/g)) {
      const isOurs = /^(?:src|sw|server|tests|docs|public)\/|\.(?:tsx?|mjs)$/.test(name);
      if (isOurs && !findFile(name) && !isMadeUp(name)) lost.push(`${path}: ${name}`);
    }
  }
  expect(lost).toEqual([]);
});
