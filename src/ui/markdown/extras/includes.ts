/**
 * Names files and pages that other tools would include from elsewhere: files of mdBook, FastAPI and MkDocs, and pages
 * that Zenn and HackMD embed.
 */
import type { Blockquote, Code, Root, RootContent } from 'mdast';

import { rewriteTree } from '@/ui/markdown/rewrite/rewrite-tree';

import { replaceInWords } from './prose-lines';

const file = String.raw`([^\s{}"'!]{1,300})`;
const include = new RegExp(
  [
    String.raw`\{\{#(?:include|playground|playpen|rustdoc_include|quiz|template)\s+${file}[^{}]{0,300}\}\}`,
    String.raw`\{\*\s*${file}[^{}]{0,300}\*\}`,
    String.raw`\{!>?\s*${file}[^{}]{0,300}!\}`,
    String.raw`-{1,2}8<-{1,2}\s+["']${file}["']`,
    String.raw`\{%-?\s*include\s+["']?${file}["']?[^{}]{0,300}%\}`,
  ].join('|'),
);
const includeLine = new RegExp(`^([ \\t>]*)(?:${include.source})[ \\t]*$`);
/**
 * Commands that are left out: titles of mdBook, outlines, which the app makes itself, and marks for template engines.
 */
const silent =
  /^[ \t>]*(?:\[{1,2}(?:_?toc_?|:contents)\]{1,2}|@\[toc\].*|\$\{toc\}|\{:toc[^{}]{0,80}\}|<TOCInline[^<>]{0,80}>|\{\{#title\s[^{}]{0,300}\}\}|\{\{%[^{}]{0,300}\}\}|\{%-?\s*(?:end)?raw\s*-?%\})[ \t]*$/i;

/**
 * Returns an included file's path without leading parts that leave the text's folder, and without the section of the
 * file.
 */
function pathOf(names: readonly (string | undefined)[]): string {
  const name = names.find((each) => each !== undefined && each !== '') ?? '';
  return name.replace(/^(?:\.{1,2}\/)+/, '').replace(/:(?!\/\/).*$/, '');
}

const before = 'ファイル ';
const after = ' の内容は、ここには含まれていません。';

const services: Readonly<Record<string, [words: string, address: string]>> = {
  youtube: ['YouTube の動画', 'https://www.youtube.com/watch?v='],
  vimeo: ['Vimeo の動画', 'https://vimeo.com/'],
  speakerdeck: ['Speaker Deck の資料', 'https://speakerdeck.com/player/'],
  slideshare: ['SlideShare の資料', 'https://www.slideshare.net/slideshow/embed_code/key/'],
  gist: ['Gist のコード', 'https://gist.github.com/'],
};
/** Zenn's `@[card](url)` and HackMD's `{%youtube id %}`. */
const embedded =
  /@\[([a-z]{1,20})\]\(\s*([^\s()]{1,1000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?)\s*\)|\{%\s*([a-z]{1,20})\s+([^\s{}%]{1,1000})\s*%\}/;

/** はてな's link with a title: `[https://example.jp/:title=題]`. */
const hatenaLink =
  /\[(https?:\/\/[^\s[\]]{1,500}?):(?:title|embed|cite|barcode)(?:=([^[\]\n]{1,200}?))?(?::\w{1,10}){0,2}\]/;

function linkTo(all: string, name: string, target: string): string {
  const service = name.toLowerCase();
  if (/^https?:\/\//i.test(target)) return `<${target}>`;
  const known = Object.hasOwn(services, service) ? services[service] : undefined;
  if (known) return `[${known[0]}](${known[1]}${target})`;
  return all.startsWith('@') ? `${name}（${target}）` : all;
}

/** Rewrites a line with an include: a file becomes a note that it is missing, an embedded page a link. */
export function readIncludes(line: string): string {
  if (!/[{@<[]|8</.test(line)) return line;
  if (silent.test(line)) return '';
  const [found, indent = '', ...names] = includeLine.exec(line) ?? [];
  if (found !== undefined) return `${indent}> ###### [!INCLUDE] ${before}\`${pathOf(names)}\`${after}`;
  const named = replaceInWords(
    line,
    include,
    (_, ...groups) => `（\`${pathOf(groups.slice(0, 5))}\`${after.slice(0, -1)}）`,
  );
  const linked = replaceInWords(named, hatenaLink, (_, url, title = '') =>
    title === '' ? `<${url}>` : `[${title}](${url})`,
  );
  return replaceInWords(linked, embedded, (all, zenn, zennTarget, other, otherTarget) =>
    linkTo(all, zenn || (other ?? ''), zennTarget || (otherTarget ?? '')),
  );
}

function noteOf(path: string): Blockquote {
  const words = [
    { type: 'text' as const, value: before },
    { type: 'inlineCode' as const, value: path },
    { type: 'text' as const, value: after },
  ];
  return {
    type: 'blockquote',
    children: [{ type: 'paragraph', children: words }],
    data: { callout: { kind: 'note', title: '' } },
  };
}

function withoutIncludes(code: Code): RootContent[] {
  const lines = code.value.split('\n');
  const paths = lines.flatMap((line) => {
    const [found, , ...names] = includeLine.exec(line) ?? [];
    return found === undefined ? [] : [pathOf(names)];
  });
  if (paths.length === 0) return [code];
  const value = lines.filter((line) => !includeLine.test(line)).join('\n');
  return [...(value.trim() === '' ? [] : [{ ...code, value }]), ...paths.map(noteOf)];
}

/** Replaces includes in code blocks by notes. */
export function nameIncludes(tree: Root): void {
  rewriteTree(tree, (siblings) => siblings.flatMap((node) => (node.type === 'code' ? withoutIncludes(node) : [node])));
}
