/**
 * Names of the files that hold the saved versions of a lesson's text: the lesson's id and the time
 * (docs/decisions/0087).
 */
import { createId } from '@/storage/unique-id';

/**
 * The name pattern `{lessonId}~{time}~{random}.md` of a saved version of a lesson's text. The random part distinguishes
 * two devices that save in one second: an upload under an existing name would replace the other's text. Names made from
 * a title end in `-` and a random part, so they never match.
 */
export const versionNamePattern = /^([A-Za-z0-9_-]{1,64})~\d{8}T\d{6}Z~[0-9a-f]{8}\.md$/;

/** Returns a new file name for a version of a lesson's text. @param atMs milliseconds since 1970 */
export function versionFileName(lessonId: string, atMs: number): string {
  const time = new Date(atMs).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  return `${lessonId}~${time}~${createId().slice(0, 8)}.md`;
}

/** Returns the id of the lesson to whose history a file name belongs; undefined for other names. */
export function lessonOfVersion(fileName: string): string | undefined {
  return versionNamePattern.exec(fileName)?.[1];
}
