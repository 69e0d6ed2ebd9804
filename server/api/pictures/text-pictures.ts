/** Finds which pictures a text mentions, and stores them with the text's version (docs/decisions/0025). */
import { type Database, now } from '@server/db/database';
import { contents, textPictures } from '@server/db/schema';
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';

import type { NewQuestion } from '@/api/question-set-edits';
import { CONTENT_CONTAINER } from '@/lib/constants';

type TextPictures = Omit<typeof textPictures.$inferInsert, 'version'> & { version: string | SQL<string> };

/** One version of a text. */
interface Text {
  id: string;
  updatedAt: string;
}

/** Maximum length of a percent-encoded file name, characters. */
const MAX_ENCODED_NAME_LENGTH = 2000;
const mention = new RegExp(
  `content:[A-Za-z0-9_-]{1,64}|/files/${CONTENT_CONTAINER}/[^\\s?#<>"]{1,${MAX_ENCODED_NAME_LENGTH}}`,
  'g',
);
const MAX_NAME_LENGTH = 200;

/** Cuts an address at the first unbalanced `)`, because markdown ends the link there. */
function withinBrackets(address: string): string {
  let depth = 0;
  for (let at = 0; at < address.length; at += 1) {
    if (address[at] === '(') depth += 1;
    else if (address[at] === ')') depth -= 1;
    if (depth < 0) return address.slice(0, at);
  }
  return address;
}

/** Returns a file's path in the form in which {@link textPictures} stores it. */
export function filePath(containerName: string, fileName: string): string {
  return `/files/${containerName}/${fileName}`;
}

/** Returns the path of the file that an address names; undefined if no file can have that name. */
function pathOf(address: string): string | undefined {
  try {
    const name = decodeURIComponent(withinBrackets(address).slice(filePath(CONTENT_CONTAINER, '').length));
    if (name.length > MAX_NAME_LENGTH || name.includes('\0')) return undefined;
    return filePath(CONTENT_CONTAINER, name.normalize('NFC'));
  } catch {
    return undefined;
  }
}

/**
 * Returns the pictures that texts mention, without duplicates. Mentions in code blocks count too: publishing one
 * picture too many is harmless, a missed one would be missing in a lesson. No markdown parser is used, because a few kB
 * of text can block a parser.
 */
function findPictures(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    // Some editors escape punctuation in markdown: `content:a\\_b`.
    const plain = text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
    for (const [address] of plain.matchAll(mention)) {
      const picture = address.startsWith('content:') ? address : pathOf(address);
      if (picture) found.add(picture);
    }
  }
  return [...found];
}

/** Returns the pictures of a markdown file, as a row of {@link textPictures}. */
export function picturesOfMarkdown({ id, updatedAt, bytes }: Text & { bytes: Uint8Array }): TextPictures {
  const pictures = findPictures([new TextDecoder().decode(bytes)]);
  return { kind: 'markdown', textId: id, version: updatedAt, pictures };
}

/** Returns the pictures of questions, their choices and explanations. */
export function picturesOfQuestions(questions: readonly NewQuestion[]): string[] {
  const texts = questions.flatMap(({ body, choices, explanation = '' }) => [
    body,
    explanation,
    ...choices.map((choice) => choice.body),
  ]);
  return findPictures(texts);
}

/** Returns the pictures of a question set, as a row of {@link textPictures}. */
export function picturesOfQuestionSet({
  id,
  updatedAt,
  questions,
}: Text & { questions: readonly NewQuestion[] }): TextPictures {
  return { kind: 'question-set', textId: id, version: updatedAt, pictures: picturesOfQuestions(questions) };
}

/** Returns the pictures of the notice in the general information. */
export function picturesOfNotice({ notice }: { notice: string | null }): TextPictures {
  return { kind: 'notice', textId: 'info', version: now, pictures: findPictures([notice ?? '']) };
}

/** Locks the files that texts mention, so that they are not deleted before the texts are saved. */
async function lockMentioned(transaction: Database, mentions: readonly string[]): Promise<void> {
  const { id, containerName, fileName } = contents;
  const [idPrefix, pathPrefix] = ['content:', filePath(CONTENT_CONTAINER, '')];
  const after = (prefix: string) =>
    mentions.flatMap((one) => (one.startsWith(prefix) ? [one.slice(prefix.length)] : []));
  const byName = and(eq(containerName, CONTENT_CONTAINER), inArray(fileName, after(pathPrefix)));
  await transaction
    .select({ id })
    .from(contents)
    .where(or(inArray(id, after(idPrefix)), byName))
    .orderBy(asc(id))
    .for('key share');
}

/** Stores the pictures of texts. Call it in the transaction that saves the texts. */
export async function savePictures(transaction: Database, texts: readonly TextPictures[]): Promise<void> {
  if (texts.length === 0) return;
  await lockMentioned(
    transaction,
    texts.flatMap(({ pictures }) => pictures),
  );
  await transaction
    .insert(textPictures)
    .values([...texts])
    .onConflictDoUpdate({
      target: [textPictures.kind, textPictures.textId],
      set: { version: sql`excluded.version`, pictures: sql`excluded.pictures` },
    });
}
