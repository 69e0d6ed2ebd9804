/** A lesson's text with its table of contents and the offer to return to the last reading position. */
import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';

import type { CourseDetail } from '@/api/courses';
import { contentQueries, useImageUrl } from '@/queries/contents';
import type { MarkdownImageProps } from '@/ui/markdown/Markdown';
import { readBreaks, withoutPreamble } from '@/ui/markdown/markdown-documents';
import { readOutline } from '@/ui/markdown/markdown-outline';
import { Picture } from '@/ui/Picture';

import { LessonColumns, NoText } from './LessonArticle';
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
  course: CourseDetail;
}

export function LessonText({ lessonId, title, contentId, course }: LessonTextProps) {
  const { data: written } = useSuspenseQuery(contentQueries.markdown(contentId));
  const text = useMemo(() => withoutPreamble(written, title), [written, title]);
  const outline = useMemo(() => readOutline(text), [text]);
  const [drawnText, setDrawnText] = useState<string>();
  const { textRef, resume } = useReadingPosition(lessonId, drawnText === text);
  const handleDrawn = useCallback(() => setDrawnText(text), [text]);
  if (text.trim() === '') return <NoText />;
  return (
    <LessonColumns
      text={text}
      hasBreaks={readBreaks(written) === true}
      course={course}
      contents={outline.length > 1 && <TableOfContents outline={outline} />}
      overlay={
        resume && (
          <Button variant="light" radius="xl" size="sm" className={classes.resume} onClick={resume}>
            前回の続きへ
          </Button>
        )
      }
      Image={LessonImage}
      textRef={textRef}
      onDrawn={handleDrawn}
    />
  );
}
