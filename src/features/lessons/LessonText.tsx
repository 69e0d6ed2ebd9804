/** The text of a lesson, with a table of contents beside it on wide screens. */
import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';

import { contentQueries, useImageUrl } from '@/queries/contents';
import { Markdown, type MarkdownImageProps } from '@/ui/markdown/Markdown';
import { readOutline } from '@/ui/markdown/markdown-outline';
import { Picture } from '@/ui/Picture';

import { TableOfContents } from './TableOfContents';
import { useReadingPosition } from './use-reading-position';

import classes from './LessonText.module.css';

function LessonImage({ source, ...picture }: MarkdownImageProps) {
  return <Picture {...picture} {...useImageUrl(source)} />;
}

export interface LessonTextProps {
  lessonId: string;
  /** The lesson's markdown file. */
  contentId: string;
}

export function LessonText({ lessonId, contentId }: LessonTextProps) {
  const { data: text } = useSuspenseQuery(contentQueries.markdown(contentId));
  const outline = useMemo(() => readOutline(text), [text]);
  const [drawnText, setDrawnText] = useState<string>();
  const { textRef, resume } = useReadingPosition(lessonId, drawnText === text);
  const handleDrawn = useCallback(() => setDrawnText(text), [text]);
  return (
    <div className={classes.columns}>
      <div ref={textRef} className={classes.text}>
        {resume && (
          <Button variant="light" radius="xl" size="sm" className={classes.resume} onClick={resume}>
            前回の続きへ
          </Button>
        )}
        <Markdown text={text} Image={LessonImage} onDrawn={handleDrawn} />
      </div>
      {outline.length > 1 && <TableOfContents outline={outline} />}
    </div>
  );
}
