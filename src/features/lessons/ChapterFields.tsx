/** The fields that say where a lesson belongs: its course (new lessons only) and one of the course's chapters. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { CourseDetail } from '@/api/courses';
import { courseQueries } from '@/queries/courses';
import { WholeSelect } from '@/ui/forms/WholeSelect';

import classes from './LessonForm.module.css';

export interface PlaceFieldProps {
  value?: string;
  error?: ReactNode;
  onChange: (id: string) => void;
  onBlur?: () => void;
}

/** The course can be chosen for a new lesson only: an existing lesson stays in its course. */
export function CourseField({ onChange, ...input }: PlaceFieldProps) {
  const { data: courses = [], isPending } = useQuery(courseQueries.list());
  const options = courses.map(({ id, title, status }) => ({
    value: id,
    label: status === 'draft' ? `${title}（下書き）` : title,
  }));
  return (
    <WholeSelect
      label="コース"
      required
      className={classes.place}
      data={[{ value: '', label: isPending ? '読み込んでいます' : '選んでください', disabled: true }, ...options]}
      {...input}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function optionsOf(course: CourseDetail | undefined) {
  return (course?.sections ?? [])
    .filter(({ chapters }) => chapters.length > 0)
    .map((section) => ({
      group: section.title,
      items: section.chapters.map(({ id, title }) => ({ value: id, label: title })),
    }));
}

export interface ChapterFieldProps extends PlaceFieldProps {
  courseId: string | undefined;
}

export function ChapterField({ courseId, ...input }: ChapterFieldProps) {
  const {
    data: course,
    isPending,
    isError,
  } = useQuery({
    ...courseQueries.detail(courseId ?? ''),
    enabled: courseId !== undefined,
  });
  const groups = optionsOf(course);
  const isWaiting = courseId !== undefined && isPending;
  return (
    <div className={classes.place}>
      <WholeSelect
        label="チャプター"
        required
        data={[{ value: '', label: isWaiting ? '読み込んでいます' : '選んでください', disabled: true }, ...groups]}
        {...input}
        onChange={(event) => input.onChange(event.currentTarget.value)}
      />
      {course && groups.length === 0 && (
        <Text size="sm" mt={6}>
          このコースにはまだチャプターがありません。先に
          <Link to="/courses/$courseId" params={{ courseId: course.id }}>
            コースの画面
          </Link>
          で追加してください。
        </Text>
      )}
      {isError && (
        <Text size="sm" mt={6} role="alert">
          チャプターを読み込めませんでした。つながるところで開き直してください。
        </Text>
      )}
    </div>
  );
}
