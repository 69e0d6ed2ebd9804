/** The preview of a text as learners see it, while it is being written. */
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type RefObject, useMemo } from 'react';

import { useImageUrl } from '@/queries/files/contents';
import { withoutPreamble } from '@/ui/markdown/cut/documents';
import { Markdown, type MarkdownImageProps } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';

import classes from './EditorPreview.module.css';

/**
 * Maximum length, in characters, for a preview that follows each letter; a longer text is rendered when typing pauses.
 */
const QUICK_LENGTH = 4000;
const PREVIEW_DEBOUNCE_MS = 350;

/** A picture of the preview, loaded as on the learners' screen. */
export function PreviewImage({ source, ...picture }: MarkdownImageProps) {
  return <Picture {...picture} {...useImageUrl(source)} />;
}

export interface EditorPreviewProps {
  text: string;
  /** True if each line break of the source is shown as a line break. */
  hasBreaks: boolean;
  /** The title that is shown above the preview. */
  title: string;
  /** Called when the whole preview is rendered. */
  onDrawn: () => void;
  /** The preview's scroll container. */
  ref: RefObject<HTMLElement | null>;
}

export function EditorPreview({ text, hasBreaks, title, onDrawn, ref }: EditorPreviewProps) {
  const [rested] = useDebouncedValue(text, PREVIEW_DEBOUNCE_MS);
  const written = text.length <= QUICK_LENGTH ? text : rested;
  const shown = useMemo(() => withoutPreamble(written, title), [written, title]);
  // The preview is scrollable, so it is focusable for scrolling by keyboard.
  const scroll = { tabIndex: 0, 'aria-label': 'プレビュー' };
  return (
    <section ref={ref} className={classes.preview} {...scroll}>
      {shown.trim() === '' ? (
        <Text c="dimmed">書いた文章が、受講者に見えるとおりにここへ表示されます。</Text>
      ) : (
        <Markdown text={shown} hasBreaks={hasBreaks} Image={PreviewImage} onDrawn={onDrawn} />
      )}
    </section>
  );
}
