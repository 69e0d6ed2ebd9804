/** The text of a lesson, with its table of contents. */
import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';

import type { CourseDetail } from '@/api/courses';
import { contentQueries, useImageUrl } from '@/queries/contents';
import { lessonsOf } from '@/study/lesson-order';
import { Markdown, type MarkdownImageProps } from '@/ui/markdown/Markdown';
import { findLinkedLesson, withoutPreamble } from '@/ui/markdown/markdown-documents';
import { readOutline } from '@/ui/markdown/markdown-outline';
import { MarkdownLinkContext } from '@/ui/markdown/MarkdownLink';
import { Picture } from '@/ui/Picture';

import { TableOfContents } from './TableOfContents';
import { useReadingPosition } from './use-reading-position';

import classes from './LessonText.module.css';

function LessonImage({ source, ...picture }: MarkdownImageProps) {
  return <Picture {...picture} {...useImageUrl(source)} />;
}

export interface LessonTextProps {
  lessonId: string;
  title: string;
  /** The lesson's markdown file. */
  contentId: string;
  /** Whose lessons the text may link to. */
  course: CourseDetail;
}

export function LessonText({ lessonId, title, contentId, course }: LessonTextProps) {
  const { data: written } = useSuspenseQuery(contentQueries.markdown(contentId));
  const text = useMemo(() => withoutPreamble(written, title), [written, title]);
  const outline = useMemo(() => readOutline(text), [text]);
  const [drawnText, setDrawnText] = useState<string>();
  const { textRef, resume } = useReadingPosition(lessonId, drawnText === text);
  const findLesson = useCallback(
    (href: string, words: string) => findLinkedLesson(lessonsOf(course.sections), href, words),
    [course],
  );
  const handleDrawn = useCallback(() => setDrawnText(text), [text]);
  return (
    <div className={classes.columns}>
      {outline.length > 1 && <TableOfContents outline={outline} />}
      <div ref={textRef} className={classes.text}>
        {resume && (
          <Button variant="light" radius="xl" size="sm" className={classes.resume} onClick={resume}>
            前回の続きへ
          </Button>
        )}
        <MarkdownLinkContext value={findLesson}>
          <Markdown text={text} Image={LessonImage} onDrawn={handleDrawn} />
        </MarkdownLinkContext>
      </div>
    </div>
  );
}
