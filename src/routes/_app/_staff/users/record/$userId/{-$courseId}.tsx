/**
 * /users/record/{id}: the study record (受講記録簿) of a user; /users/record/{id}/{courseId}: the certificate (修了証) of a
 * course; ADMIN, TEACHER, STAFF.
 */
import { createFileRoute } from '@tanstack/react-router';

import { PersonRecordScreen } from '@/features/record/RecordScreen';
import { loadRecordOf } from '@/routes/_app/-record';

export const Route = createFileRoute('/_app/_staff/users/record/$userId/{-$courseId}')({
  loader: ({ context, params }) => loadRecordOf(context, params),
  component: RecordPage,
});

function RecordPage() {
  const { userId, courseId } = Route.useParams();
  return <PersonRecordScreen key={userId} userId={userId} courseId={courseId} />;
}
