/** A course's screen for editors: status, sections, and their chapters and lessons. */
import { Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import type { CourseDetail } from '@/api/courses';
import { courseQueries } from '@/queries/courses';
import { countSections } from '@/study/outline-words';
import { IconEye, IconPencil } from '@/ui/edit-icons';
import { formatDay } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';
import { CopyItem, DeleteItem } from '@/ui/menu-items';
import { MoreMenu } from '@/ui/MoreMenu';
import { PageTitle } from '@/ui/PageTitle';

import type { CoursePart } from './CourseMenu';
import { CopyCourse, RemoveCourse } from './CoursePanels';
import { PublishButton } from './PublishButton';

import classes from './CourseEditor.module.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

export interface CourseEditorProps {
  courseId: string;
  /** Renders the course's sections; passed in by the route, because features do not import each other. */
  renderOutline: (course: CourseDetail) => ReactNode;
  onDeleted: () => void;
}

interface ActionsProps {
  course: CourseDetail;
  part: CoursePart | undefined;
  onPart: (part: CoursePart) => void;
}

/** The next step for a draft course is publishing, so editing is not the primary button then. */
function EditorActions({ course: { id, title, status }, part, onPart }: ActionsProps) {
  const params = { courseId: id };
  return (
    <Group gap="xs">
      <LinkButton
        to="/courses/$courseId"
        params={params}
        search={{ preview: true }}
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
      >
        受講者の見え方
      </LinkButton>
      <LinkButton
        to="/courses/edit/$courseId"
        params={params}
        variant={status === 'draft' ? 'default' : 'filled'}
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        コースを編集
      </LinkButton>
      <MoreMenu name={`「${title}」`} isPartOpen={part !== undefined}>
        <CopyItem onClick={() => onPart('copy')} />
        <DeleteItem onClick={() => onPart('remove')} />
      </MoreMenu>
    </Group>
  );
}

export function CourseEditor({ courseId, renderOutline, onDeleted }: CourseEditorProps) {
  const { data: course } = useSuspenseQuery(courseQueries.detail(courseId));
  const [part, setPart] = useState<CoursePart>();
  const close = () => setPart(undefined);
  return (
    <Stack gap="lg">
      <PageTitle actions={<EditorActions course={course} part={part} onPart={setPart} />}>{course.title}</PageTitle>
      {part === 'copy' && <CopyCourse course={course} onClose={close} />}
      {part === 'remove' && (
        <RemoveCourse
          course={course}
          counts={countSections(course.sections ?? [])}
          onDeleted={onDeleted}
          onCancel={close}
        />
      )}
      {course.cachedAt && (
        <Text size="sm" c="dimmed">
          端末の保存 {formatDay(course.cachedAt)}
        </Text>
      )}
      <PublishButton course={course} />
      {course.description && <Text className={classes.description}>{course.description}</Text>}
      {renderOutline(course)}
    </Stack>
  );
}
