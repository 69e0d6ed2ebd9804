/** The required courses of a company. */
import { useAssignmentEdits } from '@/queries/assignment-edits';

import { AssignmentList } from './AssignmentList';

export function CompanyAssignments({ companyId }: { companyId: string }) {
  const { removeAssignment } = useAssignmentEdits();
  return (
    <AssignmentList
      title="必修"
      isListed={(assignment) => assignment.companyId === companyId}
      target={{ companyId }}
      emptyWords="この企業に必修のコースはありません。"
      targetWords={() => ''}
      onRemove={({ id }) => removeAssignment(id)}
    />
  );
}
