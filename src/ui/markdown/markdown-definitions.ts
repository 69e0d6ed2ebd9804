/** The names that a text gives to addresses and footnotes: a part of it may call what a later one defines. */
import { MAX_NAMES, NAMES_AT_ONCE } from './markdown-limits';
import type { Piece } from './markdown-pieces';

const definition = /^[\s>*+-]*(\[[^\]]{1,999}\]:.*)/;
const footnote = /^\[\^[^\]]+\]:/;

/** The lines that define names, footnotes without their words; some at a time. */
export function* definitionLines(pieces: readonly Piece[]): Generator<string, void> {
  const lines = pieces.filter(({ isRefused }) => !isRefused).flatMap(({ text }) => text.split('\n'));
  const found = lines.flatMap((line) => definition.exec(line)?.[1] ?? []).slice(0, MAX_NAMES);
  const bare = found.map((line) => footnote.exec(line)?.[0] ?? line);
  while (bare.length > 0) yield bare.splice(0, NAMES_AT_ONCE).join('\n\n');
}
