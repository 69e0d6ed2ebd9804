/** /record: the user's own study record (受講記録簿); /record/{course}: the certificate (修了証) of a course. */
import { createFileRoute } from '@tanstack/react-router';

import { OwnRecordScreen } from '@/features/record/RecordScreen';
import { loadOwnRecord } from '@/routes/_app/-record';

export const Route = createFileRoute('/_app/record/{-$courseId}')({
  loader: ({ context, params: { courseId } }) => loadOwnRecord(context, courseId),
  component: RecordPage,
});

function RecordPage() {
  return <OwnRecordScreen courseId={Route.useParams().courseId} />;
}
