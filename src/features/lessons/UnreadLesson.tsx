/** Renders a saved lesson off screen, for prerendering it before it is read. */
import { type ReactNode, useMemo } from 'react';

import type { NotPrerenderedLesson } from '@/device/prerendered-lessons';
import { readBreaks, withoutPreamble } from '@/ui/markdown/cut/documents';
import { useOutline } from '@/ui/markdown/cut/outline';
import type { MarkdownImageProps } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';

import { LessonArticle, LessonColumns } from './LessonArticle';
import { LessonShare } from './LessonShare';
import { Contents } from './TableOfContents';

export interface UnreadLessonProps {
  unread: NotPrerenderedLesson;
  /** The lesson's buttons for editors, as in `LessonView`. */
  actions: ReactNode;
  /** Called when the whole text is rendered. */
  onDrawn: () => void;
}

export function UnreadLesson({ unread, actions, onDrawn }: UnreadLessonProps) {
  const { lesson, course, written, placeOf } = unread;
  const text = withoutPreamble(written, lesson.title);
  const outline = useOutline(text);
  const Image = useMemo(
    () =>
      function UnreadImage({ source, ...picture }: MarkdownImageProps) {
        return <Picture {...picture} {...placeOf(source)} />;
      },
    [placeOf],
  );
  return (
    <LessonArticle
      lesson={lesson}
      course={course}
      tools={<LessonShare lesson={lesson} find={undefined} />}
      actions={actions}
    >
      <LessonColumns
        text={text}
        hasBreaks={readBreaks(written) === true}
        course={course}
        contents={outline.length > 1 && <Contents outline={outline} current={undefined} />}
        Image={Image}
        onDrawn={onDrawn}
      />
    </LessonArticle>
  );
}
