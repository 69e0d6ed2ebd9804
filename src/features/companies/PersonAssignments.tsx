/**
 * The courses that are required of this person individually; those required of the whole company are on the company's
 * screen.
 */
import type { Assignment } from '@/api/assignments';
import { useCan } from '@/queries/me';
import { useAssignmentEdits } from '@/queries/people/assignment-edits';

import { AssignmentList } from './AssignmentList';

function othersWords({ userIds = [] }: Assignment): string {
  return userIds.length > 1 ? `ほか${userIds.length - 1}名と共通` : '';
}

export function PersonAssignments({ userId }: { userId: string }) {
  const canRead = useCan('assignment.read');
  const { removeAssignment, saveAssignment } = useAssignmentEdits();
  if (!canRead) return null;
  /** Removes this person from an assignment; it stays required of the other people in the assignment. */
  async function remove({ id, userIds = [], updatedAt }: Assignment): Promise<void> {
    const others = userIds.filter((each) => each !== userId);
    if (others.length === 0) await removeAssignment(id);
    else await saveAssignment(id, { userIds: others, updatedAt });
  }
  return (
    <AssignmentList
      title="この人だけの必修"
      isListed={({ userIds }) => userIds?.includes(userId) ?? false}
      target={{ userIds: [userId] }}
      emptyWords="この人だけの必修はありません。企業の必修は、企業の画面にあります。"
      targetWords={othersWords}
      onRemove={remove}
    />
  );
}
