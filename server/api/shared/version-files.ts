/** The files that hold the saved versions of a lesson's text, known by their names (docs/decisions/0087). */
import { type SQL, sql } from 'drizzle-orm';

import { versionNamePattern } from '@/api/files/version-names';

/** Returns the SQL condition that a file's name marks it as a saved version of a lesson's text. */
export function isVersionOf(lessonId: SQL, fileName: SQL): SQL {
  return sql`(${fileName} ~ ${versionNamePattern.source} and ${lessonId} = split_part(${fileName}, '~', 1))`;
}
