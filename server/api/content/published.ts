/**
 * Decides who may see a content file: all if published content uses it, else only roles that see drafts
 * (docs/decisions/0025).
 */
import { notFound, Problem } from '@server/api/shared/problem';
import { sql } from 'drizzle-orm';

import { isAnyTextUnscanned } from './unscanned';
import { uses } from './uses';

/** An SQL condition on `contents`: students see the file. A markdown file is seen as a lesson's text only. */
export const isPublished = sql<boolean>`exists (
  select from ${uses} where is_public and (kind = 'text') = (contents.file_type = 'md'))`;

/** The state of a file; `unknown`: a published text that is not scanned yet may show the picture. */
export type Publication = 'published' | 'draft' | 'unknown';

/**
 * SQL for a file's {@link Publication}, decided in one statement: a scan that ends between two statements would be
 * missed.
 */
export const publication = sql<Publication>`(case
  when ${isPublished} then 'published'
  when contents.file_type = 'img' and ${isAnyTextUnscanned('published')} then 'unknown'
  else 'draft' end)`;

/** Time after which a client asks again while texts are scanned, s. */
const RETRY_SECONDS = 10;

/** Creates the refusal of a call whose answer depends on texts that are not scanned yet. */
export function notScannedYet(): Problem {
  return new Problem(503, 'ファイルの使われ方を確かめています。少し待ってから、もう一度お試しください。', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/**
 * Requires a published file.
 *
 * @throws {Problem} 404; 503 if it is unknown, because clients delete their copy of a file after a 404.
 */
export function requirePublished(state: Publication | undefined): void {
  if (state === 'unknown') throw notScannedYet();
  if (state !== 'published') throw notFound('ファイル');
}
