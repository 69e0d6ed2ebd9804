/** A text in markdown with furigana, code and formulas, as lessons, questions and notices are written. */
import {
  type ComponentType,
  memo,
  type PropsWithChildren,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';

import { useDisplaySettings } from '@/ui/display-settings';

import { type Drawing, startDrawing } from './markdown-drawing';
import { fetchExtras } from './markdown-extras';
import { drawMarkdown } from './markdown-render';
import { MarkdownBoundary } from './MarkdownBoundary';
import { MarkdownImageContext, type MarkdownImageProps } from './MarkdownPicture';
import { expectMath } from './MathFormula';
import { useFollowHash } from './use-follow-hash';

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
  /** Called when the whole text stands. */
  onDrawn?: () => void;
}

/**
 * The place of a slice. All are there from the start: what is put into the text itself has the browser look through all of
 * it anew, as soon as a formula is in it (MathML's own rules count children).
 */
const MarkdownPart = memo(function MarkdownPart({ children }: PropsWithChildren) {
  return <div className={classes.part}>{children}</div>;
});

interface MarkdownTextProps {
  text: string;
  isFuriganaShown: boolean;
  isLesson: boolean;
  onDrawn: (() => void) | undefined;
}

/** Apart and remembered, so that only a new text is parsed. */
const MarkdownText = memo(function MarkdownText({ text, isFuriganaShown, isLesson, onDrawn }: MarkdownTextProps) {
  const id = useId();
  const drawing = useMemo(() => {
    const math = expectMath(text);
    // Elsewhere what stands below would move once more.
    const beforeFormulas = isLesson ? math : undefined;
    const options = {
      isFuriganaShown,
      hasHeadingIds: isLesson,
      idPrefix: `md${id}-`,
      isCutAtFormula: beforeFormulas !== undefined,
    };
    const waits = { beforeCut: fetchExtras(text), beforeFormulas };
    return startDrawing(text.length, () => drawMarkdown(text, options), waits);
  }, [text, isFuriganaShown, isLesson, id]);
  return <DrawnText drawing={drawing} isLesson={isLesson} onDrawn={onDrawn} />;
});

interface DrawnTextProps extends Pick<MarkdownTextProps, 'isLesson' | 'onDrawn'> {
  drawing: Drawing;
}

/** Below what cuts the text: between two components React lets the page breathe. */
function DrawnText({ drawing, isLesson, onDrawn }: DrawnTextProps) {
  drawing.drawFirst();
  const slices = useSyncExternalStore(drawing.subscribe, drawing.slices);
  const isDone = drawing.isDone();
  // A drawing that has come to its end is what the next one is put in the place of.
  const [whole, setWhole] = useState(drawing);
  if (isDone && whole !== drawing) setWhole(drawing);
  // What a lesson was before stands below until its place is taken, so that an editor's preview keeps its height.
  const below = isLesson && !isDone ? whole.slices() : [];
  const parts = Array.from({ length: Math.max(drawing.count(), below.length) }, (_, index) => (
    <MarkdownPart key={index}>{index < slices.length ? slices[index] : below[index]}</MarkdownPart>
  ));
  useFollowHash(slices);
  useEffect(() => {
    if (isDone) onDrawn?.();
  }, [slices, isDone, onDrawn]);
  return (
    <>
      {parts}
      {!isDone && <div aria-busy className={classes.pending} />}
    </>
  );
}

export function Markdown({ text, Image, furigana, variant = 'lesson', onDrawn }: MarkdownProps) {
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
            onDrawn={onDrawn}
          />
        </MarkdownImageContext>
      </MarkdownBoundary>
    </div>
  );
}
