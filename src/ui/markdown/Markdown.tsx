/** Renders markdown with furigana, code and formulas: lessons, questions and notices. */
import {
  type ComponentType,
  memo,
  type PropsWithChildren,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  useLayoutEffect,
  Component,
  type ReactNode,
} from 'react';

import { useDisplaySettings } from '@/ui/display/display-settings';
import { findPlace } from '@/ui/find-place';
import { lazyExtra } from '@/ui/lazy-extra';

import { drawMarkdown } from './draw/draw-parts';
import { type Drawing, startDrawing } from './draw/draw-slices';
import { MarkdownImageContext, type MarkdownImageProps } from './elements/MarkdownPicture';
import { MarkdownPlain } from './elements/MarkdownPlain';
import { expectMath } from './formulas/MathFormula';
import { fetchExtras } from './load-extras';

import blockClasses from './elements/markdown-blocks.module.css';
import classes from './elements/markdown.module.css';

interface MarkdownBoundaryProps {
  text: string;
  children: ReactNode;
}

interface MarkdownBoundaryState {
  text: string;
  hasFailed: boolean;
}

/** An error boundary: shows a text as plain text after a rendering error, until the text changes. */
class MarkdownBoundary extends Component<MarkdownBoundaryProps, MarkdownBoundaryState> {
  override state: MarkdownBoundaryState = { text: this.props.text, hasFailed: false };

  static getDerivedStateFromError(): Partial<MarkdownBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { text }: MarkdownBoundaryProps,
    state: MarkdownBoundaryState,
  ): MarkdownBoundaryState | null {
    return text === state.text ? null : { text, hasFailed: false };
  }

  override render() {
    return this.state.hasFailed ? <MarkdownPlain text={this.props.text} /> : this.props.children;
  }
}

// Scrolls to the heading named by the URL's hash once it is drawn; the browser itself tries only once, too early.

const currentHash = () => window.location.hash.slice(1);

/** Scrolls to the hash's heading after each drawn part. @param drawn changes with each part. */
function useFollowHash(drawn: unknown): void {
  const missing = useRef<string>(undefined);
  useLayoutEffect(() => {
    const hash = currentHash();
    const place = findPlace(hash);
    if (missing.current === hash) place?.scrollIntoView();
    missing.current = place ? undefined : hash;
  }, [drawn]);
  useEffect(() => {
    const look = () => {
      missing.current = findPlace(currentHash()) ? undefined : currentHash();
    };
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
}

const OverflowButtons = lazyExtra(() =>
  import('@/ui/full-view/OverflowButtons').then((module) => module.OverflowButtons),
);
/** Matches the markup of tables, code blocks and display formulas, which may be wider than the column. */
const mayBeWide = /\||\$\$|\\\[|`{3}|~{3}|<table|^(?: {4}|\t)/m;

export type { MarkdownImageProps } from './elements/MarkdownPicture';

export interface MarkdownProps {
  text: string;
  /** Renders an image. Must be a stable component, or every image is mounted again. */
  Image: ComponentType<MarkdownImageProps>;
  /** True to show furigana; default: this device's setting. */
  furigana?: boolean;
  /** True to show each line break, see `readBreaks`. */
  hasBreaks?: boolean;
  /** 'inline': smaller, for questions and notices, without heading ids. */
  variant?: 'lesson' | 'inline';
  /** Called when the whole text is rendered. */
  onDrawn?: () => void;
}

/**
 * The container of a slice. All containers exist from the start: inserting elements into a text with formulas makes the
 * browser restyle the whole text (MathML's user agent rules use child selectors).
 */
const MarkdownPart = memo(function MarkdownPart({ children }: PropsWithChildren) {
  return <div className={classes.part}>{children}</div>;
});

interface MarkdownTextProps {
  text: string;
  isFuriganaShown: boolean;
  hasBreaks: boolean;
  isLesson: boolean;
  onDrawn: (() => void) | undefined;
  /** The element of the whole text. */
  root: RefObject<HTMLElement | null>;
}

/** A separate memoised component, so that a text is parsed again only when it changes. */
const MarkdownText = memo(function MarkdownText(props: MarkdownTextProps) {
  const { text, isFuriganaShown, hasBreaks, isLesson, onDrawn, root } = props;
  const id = useId();
  const drawing = useMemo(() => {
    const math = expectMath(text);
    // Lessons wait until formulas can be drawn, because otherwise the content below would shift again.
    const beforeFormulas = isLesson ? math : undefined;
    const options = {
      isFuriganaShown,
      hasBreaks,
      hasHeadingIds: isLesson,
      idPrefix: `md${id}-`,
      isCutAtFormula: beforeFormulas !== undefined,
    };
    const waits = { beforeCut: fetchExtras(text), beforeFormulas };
    return startDrawing(text.length, () => drawMarkdown(text, options), waits);
  }, [text, isFuriganaShown, hasBreaks, isLesson, id]);
  const wideRoot = mayBeWide.test(text) ? root : undefined;
  return <DrawnText drawing={drawing} isLesson={isLesson} onDrawn={onDrawn} wideRoot={wideRoot} />;
});

interface DrawnTextProps extends Pick<MarkdownTextProps, 'isLesson' | 'onDrawn'> {
  drawing: Drawing;
  /** The element of a text with tables, code or display formulas. */
  wideRoot: RefObject<HTMLElement | null> | undefined;
}

/** A component of its own, below the one that splits the text, because React can yield between components. */
function DrawnText({ drawing, isLesson, onDrawn, wideRoot }: DrawnTextProps) {
  drawing.drawFirst();
  const slices = useSyncExternalStore(drawing.subscribe, drawing.slices);
  const isDone = drawing.isDone();
  // A completed drawing stays on the screen until the next drawing is complete.
  const [whole, setWhole] = useState(drawing);
  if (isDone && whole !== drawing) setWhole(drawing);
  // The blocks of the previous drawing stay until they are replaced, so that an editor's preview keeps its height.
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
      <Suspense>{isDone && wideRoot && <OverflowButtons root={wideRoot} />}</Suspense>
    </>
  );
}

export function Markdown({ text, Image, furigana, hasBreaks = false, variant = 'lesson', onDrawn }: MarkdownProps) {
  const settings = useDisplaySettings();
  // The text is deferred (useDeferredValue), so that typing stays fast.
  const shownText = useDeferredValue(text);
  const root = useRef<HTMLDivElement>(null);
  return (
    <div ref={root} className={`${classes.prose} ${blockClasses.blocks} ${variant === 'inline' ? classes.inline : ''}`}>
      <MarkdownBoundary text={shownText}>
        <MarkdownImageContext value={Image}>
          <MarkdownText
            text={shownText}
            isFuriganaShown={furigana ?? settings.furigana}
            hasBreaks={hasBreaks}
            isLesson={variant === 'lesson'}
            onDrawn={onDrawn}
            root={root}
          />
        </MarkdownImageContext>
      </MarkdownBoundary>
    </div>
  );
}
