/** Parses HTML in a text into allowed tags, pictures and text; other tags stay plain text. */
import type { Html, Image, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import { decodeString } from 'micromark-util-decode-string';

import { rewriteTree } from '@/ui/markdown/rewrite/rewrite-tree';

import { allowedAttributes, type Attributes, blockTags, type ElementNode, wordTags } from './allowed-html';
import { sized } from './sized-pictures';

const token = /<!--[^]*?-->|<\/?[a-z][^<>]*>|[^<]+|</gi;
const tag = /^<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*?)?)\s*\/?>$/i;
const attribute = /([a-z][\w-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/gi;
const comment = /^<!--/;

interface Tag {
  isEnd: boolean;
  name: string;
  attributes: Attributes;
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}

/** Parses an HTML tag; returns undefined for anything else, and for tags that could run code. */
function readTag(source: string): Tag | undefined {
  const [, slash, name = '', rest = ''] = tag.exec(source) ?? [];
  const attributes: Attributes = {};
  for (const [, key = '', value = ''] of rest.matchAll(attribute)) {
    const lower = key.toLowerCase() === 'name' ? 'id' : key.toLowerCase();
    if (lower.startsWith('on')) return undefined;
    if (isOneOf(allowedAttributes, lower)) attributes[lower] ??= decodeString(value.replace(/^(["'])(.*)\1$/s, '$2'));
  }
  return slash === undefined ? undefined : { isEnd: slash === '/', name: name.toLowerCase(), attributes };
}

/** Returns the length of a side that a style sets; '' for none. */
const styled = (style: string, side: string) =>
  new RegExp(`(?:^|[;\\s])(?:max-)?${side}\\s*:\\s*([^;]{1,20})`, 'i').exec(style)?.[1] ?? '';

/** Converts an <img> to a markdown image with the size in its URL. */
function toImage({ src = '', alt = '', width = '', height = '', style = '' }: Attributes): Image {
  return { type: 'image', url: sized(src, width || styled(style, 'width'), height || styled(style, 'height')), alt };
}

/** Gives the pictures inside a figure or box its width, unless they have their own. */
function sizePictures(nodes: readonly RootContent[], width: string): void {
  for (const node of nodes) {
    if (node.type === 'image' && !node.url.includes('#=')) node.url = sized(node.url, width, '');
    else if ('children' in node) sizePictures(node.children, width);
  }
}

/** Classifies a piece of inline HTML: to be dropped, a line break, a picture, a tag to pair, or text. */
function readPhrase(value: string): PhrasingContent[] {
  if (comment.test(value)) return [];
  const found = readTag(value);
  if (found?.name === 'br') return [{ type: 'break' }];
  if (/^(?:wbr|source|picture)$/.test(found?.name ?? '')) return [];
  if (found?.name === 'img' && !found.isEnd) return [toImage(found.attributes)];
  return [
    found && wordTags.includes(found.name) ? { type: 'html', value } : { type: 'text', value: decodeString(value) },
  ];
}

const picture = /(!\[[^[\]]{0,500}\]\(\s{0,5}<?[^\s<>()]{1,1000}>?(?:\s{1,5}"[^"]{0,300}")?\s{0,5}\))/;

/** Reads the pictures in the words of a block of HTML, in which the parser reads no markdown. */
function readPictures(words: PhrasingContent): PhrasingContent[] {
  if (words.type !== 'text' || !words.value.includes('](')) return [words];
  return words.value.split(picture).flatMap((value): PhrasingContent[] => {
    const [found, alt = '', url = ''] = /^!\[(.*)\]\(\s*<?([^\s<>()]+)/s.exec(value) ?? [];
    if (found !== undefined) return [{ type: 'image', url, alt }];
    return value === '' ? [] : [{ type: 'text', value }];
  });
}

/** Removes the line breaks beside a tag, which are not the author's. */
function trimEnds(words: readonly PhrasingContent[]): void {
  for (const side of ['trimStart', 'trimEnd'] as const) {
    for (const node of side === 'trimStart' ? words : [...words].reverse()) {
      if (node.type !== 'text') break;
      node.value = node.value[side]();
      if (node.value !== '') break;
    }
  }
}

/** Splits a block of HTML into block tags and paragraphs. */
function readBlock({ value, position }: Html): RootContent[] {
  const blocks: RootContent[] = [];
  let words: PhrasingContent[] = [];
  const endWords = () => {
    trimEnds(words);
    const isBlank = words.every((node) => node.type === 'break' || (node.type === 'text' && node.value.trim() === ''));
    if (!isBlank) blocks.push({ type: 'paragraph', children: words, position });
    words = [];
  };
  for (const [part] of value.matchAll(token)) {
    const found = readTag(part);
    if (found && blockTags.includes(found.name)) {
      endWords();
      blocks.push({ type: 'html', value: part });
    } else words.push(...readPhrase(part).flatMap(readPictures));
  }
  endWords();
  return blocks;
}

function holdsBlocks({ type }: Parents): boolean {
  return /^(?:root|blockquote|listItem|footnoteDefinition)$/.test(type);
}

/** Reduces a text's HTML to the tags that may become elements. */
export function readHtml(tree: Root): void {
  rewriteTree(tree, (siblings, parent) => {
    if (!siblings.some(({ type }) => type === 'html')) return siblings;
    const read = holdsBlocks(parent) ? readBlock : ({ value }: Html) => readPhrase(value);
    return siblings.flatMap((node) => (node.type === 'html' ? read(node) : [node]));
  });
}

/** Replaces an unpaired HTML tag by its text or by nothing. */
function leftOver(node: Html, isAmidWords: boolean): RootContent[] {
  const found = readTag(node.value);
  const isPlain = !isAmidWords || found?.name === 'span' || found?.name === 'a';
  return isPlain ? [] : [{ type: 'text', value: node.value }];
}

/** Pairs opening and closing tags among siblings. */
function pairTags(siblings: RootContent[], isAmidWords: boolean): RootContent[] {
  const done: RootContent[] = [];
  const open = new Map<string, number[]>();
  for (const node of siblings) {
    const found = node.type === 'html' ? readTag(node.value) : undefined;
    const starts = open.get(found?.name ?? '') ?? [];
    const start = found?.isEnd ? starts.pop() : undefined;
    // Tags that are opened inside an element and not closed there are unpaired.
    if (found && start !== undefined && start < done.length && done[start]?.type === 'html') {
      const [opening, ...children] = done.splice(start);
      const attributes = (opening?.type === 'html' && readTag(opening.value)?.attributes) || {};
      const element: ElementNode = {
        type: 'element',
        tagName: found.name,
        attributes,
        children: children.flatMap((child) => (child.type === 'html' ? leftOver(child, isAmidWords) : [child])),
      };
      if (/^(?:figure|div)$/.test(found.name)) sizePictures(element.children, styled(attributes.style ?? '', 'width'));
      done.push(element);
    } else {
      if (found && !found.isEnd) open.set(found.name, [...starts.splice(0), done.length]);
      done.push(node);
    }
  }
  return done.flatMap((node) => (node.type === 'html' ? leftOver(node, isAmidWords) : [node]));
}

/** Creates elements from the tags that `readHtml` left in the tree. */
export function pairHtml(tree: Root): void {
  rewriteTree(tree, (siblings, parent) =>
    siblings.some(({ type }) => type === 'html') ? pairTags(siblings, !holdsBlocks(parent)) : siblings,
  );
}

/** Returns the ids and names that HTML tags in a text define as link targets. */
export function findIds(text: string): string[] {
  return [...text.matchAll(/<[a-z]+\s(?:[^<>]*\s)?(?:id|name)\s*=\s*["']?([\w-]{1,80})/gi)].map(([, id = '']) => id);
}
