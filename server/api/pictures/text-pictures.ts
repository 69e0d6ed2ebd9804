/** Which pictures a text shows: found by what is mentioned in it, kept with the text's version. */
import { type Database, now } from '@server/db/database';
import { textPictures } from '@server/db/schema';
import { sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';

import type { NewQuestion } from '@/api/question-set-edits';
import { CONTENT_CONTAINER } from '@/lib/constants';

type TextPictures = typeof textPictures.$inferInsert;

/** A text that may show pictures, in one version. */
interface Text {
  id: string;
  updatedAt: string;
}

/** The longest path of a file that can be named, percent-encoded. */
const MOST_PATH = 2000;
const mention = new RegExp(`content:[A-Za-z0-9_-]{1,64}|/files/${CONTENT_CONTAINER}/[^\\s?#<>"]{1,${MOST_PATH}}`, 'g');
const NAME_LIMIT = 200;

/** What of an address in brackets belongs to it: markdown ends it at the bracket that it did not open. */
function withinBrackets(address: string): string {
  let depth = 0;
  for (let at = 0; at < address.length; at += 1) {
    if (address[at] === '(') depth += 1;
    else if (address[at] === ')') depth -= 1;
    if (depth < 0) return address.slice(0, at);
  }
  return address;
}

/** How a file is named in {@link textPictures}. */
export function filePath(containerName: string, fileName: string): string {
  return `/files/${containerName}/${fileName}`;
}

/** The name of a file in an address; undefined for one that no file can have. */
function pathOf(address: string): string | undefined {
  try {
    const name = decodeURIComponent(withinBrackets(address).slice(filePath(CONTENT_CONTAINER, '').length));
    if (name.length > NAME_LIMIT || name.includes('\0')) return undefined;
    return filePath(CONTENT_CONTAINER, name.normalize('NFC'));
  } catch {
    return undefined;
  }
}

/**
 * The pictures that texts show, each once. Whatever is mentioned counts, in code too: a picture too many is shown, one too
 * few would be missing in a lesson, and a parser can be held up by a text of a few kilobytes.
 */
function findPictures(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    // Some editors write `content:a\_b`.
    const plain = text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
    for (const [address] of plain.matchAll(mention)) {
      const picture = address.startsWith('content:') ? address : pathOf(address);
      if (picture) found.add(picture);
    }
  }
  return [...found];
}

/** What a markdown file shows. */
export function picturesOfMarkdown({ id, updatedAt, bytes }: Text & { bytes: Uint8Array }): TextPictures {
  const pictures = findPictures([new TextDecoder().decode(bytes)]);
  return { kind: 'markdown', textId: id, version: updatedAt, pictures };
}

/** What questions, choices and explanations of a set show. */
export function picturesOfQuestionSet({
  id,
  updatedAt,
  questions,
}: Text & { questions: readonly NewQuestion[] }): TextPictures {
  const texts = questions.flatMap(({ body, choices, explanation = '' }) => [
    body,
    explanation,
    ...choices.map((choice) => choice.body),
  ]);
  return { kind: 'question-set', textId: id, version: updatedAt, pictures: findPictures(texts) };
}

/** What the notice of the info shows. */
export function picturesOfNotice({ notice }: { notice: string | null }) {
  return { kind: 'notice', textId: 'info', version: now, pictures: findPictures([notice ?? '']) } as const;
}

/** Keeps what texts show, in the transaction that saves them. */
export async function savePictures(
  transaction: Database,
  texts: readonly PgInsertValue<typeof textPictures>[],
): Promise<void> {
  if (texts.length === 0) return;
  await transaction
    .insert(textPictures)
    .values([...texts])
    .onConflictDoUpdate({
      target: [textPictures.kind, textPictures.textId],
      set: { version: sql`excluded.version`, pictures: sql`excluded.pictures` },
    });
}
