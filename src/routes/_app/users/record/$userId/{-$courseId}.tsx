/** /users/record/{id}: the 受講記録簿 of somebody one looks after, and below it the 修了証 of a course; ADMIN, TEACHER, STAFF. */
import { createFileRoute } from '@tanstack/react-router';

import { PersonRecordScreen } from '@/features/record/RecordScreen';
import { requireRole } from '@/routes/-guards';
import { loadRecordOf } from '@/routes/_app/-record';

export const Route = createFileRoute('/_app/users/record/$userId/{-$courseId}')({
  beforeLoad: requireRole('user.view'),
  loader: ({ context, params }) => loadRecordOf(context, params),
  component: RecordPage,
});

function RecordPage() {
  const { userId, courseId } = Route.useParams();
  return <PersonRecordScreen key={userId} userId={userId} courseId={courseId} />;
}
