/** /lessons/edit/{id}: edit a lesson, or create a new one from the draft of a deleted lesson. */
import { createFileRoute } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { LessonEditor } from '@/features/lessons/LessonEditor';
import { useNextLesson } from '@/features/lessons/use-next-lesson';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { MarkdownEditor } from '@/features/text-editor/MarkdownEditor';
import { courseTrail } from '@/routes/-loaded-trails';
import { loadLessonToEdit } from '@/routes/_app/lessons/-lesson-to-edit';
import { useTwoPanes } from '@/ui/use-two-panes';

import { LessonQuestionSets } from './-LessonQuestionSets';

export const Route = createFileRoute('/_app/lessons/edit/$lessonId')({
  loader: async ({ context, params: { lessonId } }) => {
    const { lesson, text } = await loadLessonToEdit(context, lessonId);
    const crumbs = courseTrail(context, lesson?.courseId, '/_app/lessons/edit/$lessonId');
    return { lessonId, lesson, text, crumbs };
  },
  pendingComponent: () => <PendingScreen shape="form" />,
  component: EditLessonPage,
});

function EditLessonPage() {
  const { lessonId } = Route.useLoaderData();
  return <LessonPane key={lessonId} />;
}

/** The editor of one lesson and its question sets. */
function LessonPane() {
  const { lessonId, lesson, text } = Route.useLoaderData();
  const navigate = Route.useNavigate();
  const isBesideOutline = useTwoPanes();
  const [isCovered, setCovered] = useState(false);
  const goOn = useRef<() => void>(null);
  const open = (id: string, replace = false) => void navigate({ params: { lessonId: id }, replace });
  const toCourse = (courseId: string) => void navigate({ to: '/courses/$courseId', params: { courseId } });
  const next = useNextLesson({ lesson, onOpen: open, onEnd: toCourse });
  return (
    <LessonEditor
      lesson={lesson}
      draftOf={lesson ? undefined : lessonId}
      text={text}
      renderText={(field) => <MarkdownEditor {...field} />}
      questionSets={
        <LessonQuestionSets
          lessonId={lessonId}
          lesson={lesson}
          isBesideOutline={isBesideOutline}
          isCovered={isCovered}
          onCover={setCovered}
          next={next && { ...next, go: () => goOn.current?.() }}
        />
      }
      isCovered={isCovered}
      next={next}
      goOnRef={goOn}
      onSaved={({ id }) => id !== lessonId && open(id, true)}
      onCancel={() => void navigate(lesson ? { to: '/lessons/$lessonId', params: { lessonId } } : { to: '/courses' })}
    />
  );
}
