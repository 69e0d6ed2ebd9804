/** A text in markdown with furigana, code and formulas, as lessons, questions and notices are written. */
import { type ComponentType, memo, useDeferredValue, useId, useMemo } from 'react';

import { useDisplaySettings } from './display-settings';
import { renderMarkdown } from './markdown-render';
import { MarkdownBoundary } from './MarkdownBoundary';
import { MarkdownImageContext, type MarkdownImageProps } from './MarkdownPicture';
import { MarkdownPlain } from './MarkdownPlain';

import blockClasses from './markdown-blocks.module.css';
import classes from './markdown.module.css';

export type { MarkdownImageProps } from './MarkdownPicture';

export interface MarkdownProps {
  text: string;
  /** Shows an image: the feature knows where content lies. Keep it the same component, or every image is made anew. */
  Image: ComponentType<MarkdownImageProps>;
  /** Furigana above the words, or left out; as this device is set unless said otherwise. */
  furigana?: boolean;
  /** 'inline' is smaller, for questions and notices, and its headings have no ids. */
  variant?: 'lesson' | 'inline';
}

interface MarkdownTextProps {
  text: string;
  isFuriganaShown: boolean;
  isLesson: boolean;
}

/** Apart and remembered, so that only a new text is parsed. */
const MarkdownText = memo(function MarkdownText({ text, isFuriganaShown, isLesson }: MarkdownTextProps) {
  const id = useId();
  const content = useMemo(
    () => renderMarkdown(text, { isFuriganaShown, hasHeadingIds: isLesson, idPrefix: `md${id}-` }),
    [text, isFuriganaShown, isLesson, id],
  );
  return content ?? <MarkdownPlain text={text} />;
});

export function Markdown({ text, Image, furigana, variant = 'lesson' }: MarkdownProps) {
  const settings = useDisplaySettings();
  // While someone types, the letter appears first and the preview follows.
  const shownText = useDeferredValue(text);
  return (
    <div className={`${classes.prose} ${blockClasses.blocks} ${variant === 'inline' ? classes.inline : ''}`}>
      <MarkdownBoundary text={shownText}>
        <MarkdownImageContext value={Image}>
          <MarkdownText
            text={shownText}
            isFuriganaShown={furigana ?? settings.furigana}
            isLesson={variant === 'lesson'}
          />
        </MarkdownImageContext>
      </MarkdownBoundary>
    </div>
  );
}
