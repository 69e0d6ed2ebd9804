/** Makes the confirmation text before a course becomes a draft again: how many learners will no longer see it. */
import type { Role } from '@/session/roles';

/**
 * Returns the confirmation text before a course becomes a draft.
 *
 * @param learnerCount the learners of the course whom the user may see; undefined if it is not known.
 * @param role the role of the user: staff see the learners of their own company only.
 */
export function draftWords(learnerCount: number | undefined, role: Role): string {
  const isPart = role === 'STAFF';
  const end = '記録は残ります。';
  if (learnerCount === undefined) return `受講者から見えなくなります。${end}`;
  const where = isPart ? '自分の企業で' : '';
  const who =
    learnerCount === 0 ? `${where}受講中の人はいません。` : `${where}受講中の${learnerCount}名から見えなくなります。`;
  return `${who}${isPart ? 'ほかの企業の受講者からも見えなくなります。' : ''}${end}`;
}
