/** A course's screen for editors: status, sections, and their chapters and lessons. */
import { Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { CourseDetail } from '@/api/courses';
import { useCapabilities } from '@/queries/capabilities';
import { courseQueries } from '@/queries/courses';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { useDeletion } from '@/queries/deletions';
import { describeActionError } from '@/queries/save-errors';
import { countSections, describeDeletion } from '@/study/outline-words';
import { DeleteButton } from '@/ui/DeleteButton';
import { IconEye, IconPencil } from '@/ui/edit-icons';
import { formatDay } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';

import { PublishButton } from './PublishButton';

import classes from './CourseEditor.module.css';

export interface CourseEditorProps {
  courseId: string;
  /** Renders the course's sections; the route passes it in, because features do not import each other. */
  renderOutline: (course: CourseDetail) => ReactNode;
  onDeleted: () => void;
  /** Renders 「コピーを作成」. */
  renderCopy: (course: CourseDetail) => ReactNode;
}

function EditorActions({ courseId }: { courseId: string }) {
  return (
    <Group gap="xs">
      <LinkButton
        to="/courses/$courseId"
        params={{ courseId }}
        search={{ preview: true }}
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
      >
        受講者の見え方
      </LinkButton>
      <LinkButton to="/courses/edit/$courseId" params={{ courseId }} leftSection={<IconPencil size={18} aria-hidden />}>
        コースを編集
      </LinkButton>
    </Group>
  );
}

type CourseEndProps = Pick<CourseEditorProps, 'onDeleted' | 'renderCopy'> & { course: CourseDetail };

function CourseEnd({ course, onDeleted, renderCopy }: CourseEndProps) {
  const { deleteCourse } = useCurriculumEdits();
  const { hasTrash } = useCapabilities();
  const deletion = useDeletion({ kind: 'course', id: course.id }, () => deleteCourse(course.id));
  return (
    <div className={classes.end}>
      {renderCopy(course)}
      <DeleteButton
        title={course.title}
        question={describeDeletion(course.title, countSections(course.sections), hasTrash)}
        deletion={deletion}
        describeError={describeActionError}
        onDeleted={onDeleted}
      />
    </div>
  );
}

export function CourseEditor({ courseId, renderOutline, renderCopy, onDeleted }: CourseEditorProps) {
  const { data: course } = useSuspenseQuery(courseQueries.detail(courseId));
  return (
    <Stack gap="lg">
      <PageTitle actions={<EditorActions courseId={courseId} />}>{course.title}</PageTitle>
      {course.cachedAt && (
        <Text size="sm" c="dimmed">
          端末の保存 {formatDay(course.cachedAt)}
        </Text>
      )}
      <PublishButton course={course} />
      {course.description && <Text className={classes.description}>{course.description}</Text>}
      {renderOutline(course)}
      <CourseEnd course={course} onDeleted={onDeleted} renderCopy={renderCopy} />
    </Stack>
  );
}
