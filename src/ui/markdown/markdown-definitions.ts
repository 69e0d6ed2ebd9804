/**
 * Collects link and footnote definitions of a whole text, because a part may reference one that a later part defines.
 */
import { MAX_NAMES, NAMES_AT_ONCE } from './markdown-limits';
import type { Piece } from './markdown-pieces';

const definition = /^[\s>*+-]*(\[[^\]]{1,999}\]:.*)/;
const footnote = /^\[\^[^\]]+\]:/;

/** Yields the definition lines in batches, footnotes without their content. */
export function* definitionLines(pieces: readonly Piece[]): Generator<string, void> {
  const lines = pieces.filter(({ isRefused }) => !isRefused).flatMap(({ text }) => text.split('\n'));
  const found = lines.flatMap((line) => definition.exec(line)?.[1] ?? []).slice(0, MAX_NAMES);
  const bare = found.map((line) => footnote.exec(line)?.[0] ?? line);
  while (bare.length > 0) yield bare.splice(0, NAMES_AT_ONCE).join('\n\n');
}
