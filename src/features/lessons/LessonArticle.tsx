/**
 * A lesson's layout: breadcrumb line, title and text. Also rendered off screen for prerendering (docs/decisions/0043).
 */
import { Text } from '@mantine/core';
import { type ComponentType, type ReactNode, type Ref, useCallback } from 'react';

import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { lessonsOf } from '@/api/outline';
import { EmptyState } from '@/ui/EmptyState';
import { formatDay } from '@/ui/formats';
import { findLinkedLesson } from '@/ui/markdown/cut/documents';
import { MarkdownLinkContext } from '@/ui/markdown/elements/MarkdownLink';
import { Markdown, type MarkdownImageProps } from '@/ui/markdown/Markdown';
import { PageTitle } from '@/ui/PageTitle';

import classes from './LessonArticle.module.css';

export interface LessonArticleProps {
  lesson: Lesson;
  course: CourseDetail;
  /** Buttons for the text (find, share, print), beside the breadcrumb line. */
  tools: ReactNode;
  /** Content beside the lesson's title, such as buttons. */
  actions: ReactNode;
  /** The text. */
  children: ReactNode;
  /** Content below the text. */
  after?: ReactNode;
}

export function LessonArticle({ lesson, course, tools, actions, children, after }: LessonArticleProps) {
  return (
    <article className={classes.lesson}>
      <div className={classes.head}>
        <Text size="sm" c="dimmed" data-no-find>
          {course.title}
          {lesson.minutes !== undefined && `\u00A0・ 約${lesson.minutes}分`}
          {lesson.cachedAt && `\u00A0・ 端末の保存 ${formatDay(lesson.cachedAt)}`}
        </Text>
        {tools}
      </div>
      <PageTitle actions={actions}>{lesson.title}</PageTitle>
      {children}
      <div className={`${classes.after} no-print`}>{after}</div>
    </article>
  );
}

/** Shown in place of the text if the lesson has no text. */
export function NoText() {
  return (
    <div className={classes.none}>
      <EmptyState title="本文はまだありません" />
    </div>
  );
}

export interface LessonColumnsProps {
  text: string;
  /** True if each line break of the source is shown as a line break. */
  hasBreaks: boolean;
  /** The course whose lessons the text may link to. */
  course: CourseDetail;
  /** The lesson's table of contents. */
  contents: ReactNode;
  /** Content rendered on top of the lesson's text. */
  overlay?: ReactNode;
  /** The component that renders images. It must be the same at each render; another one would remount every image. */
  Image: ComponentType<MarkdownImageProps>;
  textRef?: Ref<HTMLDivElement>;
  /** Called when the whole text is rendered; a long text is rendered in slices. */
  onDrawn: () => void;
}

/** The text with its table of contents. */
export function LessonColumns(props: LessonColumnsProps) {
  const { text, hasBreaks, course, contents, overlay, Image, textRef, onDrawn } = props;
  const findLesson = useCallback(
    (href: string, words: string) => findLinkedLesson(lessonsOf(course.sections), href, words),
    [course],
  );
  return (
    <div className={classes.columns}>
      {contents}
      <div ref={textRef} className={classes.text}>
        {overlay}
        <MarkdownLinkContext value={findLesson}>
          <Markdown text={text} hasBreaks={hasBreaks} Image={Image} onDrawn={onDrawn} />
        </MarkdownLinkContext>
      </div>
    </div>
  );
}
