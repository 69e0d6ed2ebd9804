/** The files that hold the saved versions of a lesson's text, known by their names (docs/decisions/0087). */
import { type SQL, sql } from 'drizzle-orm';

import { versionNamePattern } from '@/api/version-names';

/** Returns a condition: a file is named as a version of a lesson's text. */
export function isVersionOf(lessonId: SQL, fileName: SQL): SQL {
  return sql`(${fileName} ~ ${versionNamePattern.source} and ${lessonId} = split_part(${fileName}, '~', 1))`;
}
