/** The field a lesson's text is written in: toolbar, editor, preview beside it or behind a tab, pictures. */
import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useDeferredValue, useId, useMemo, useRef, useState } from 'react';

import { PICTURE_TYPES } from '@/queries/picture-files';
import { formatBytes } from '@/ui/formats';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { isTooComplex } from '@/ui/markdown-guard';

import { EditorPreview } from './EditorPreview';
import { EditorToolbar, type ToolName } from './EditorToolbar';
import { PictureDialog } from './PictureDialog';
import type { TextEditorHandle } from './TextEditor';
import { usePictureBatch } from './use-picture-batch';

import classes from './MarkdownEditor.module.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

const TextEditor = lazy(() => import('./TextEditor').then(({ TextEditor: component }) => ({ default: component })));
const ContentLibrary = lazy(() =>
  import('./ContentLibrary').then(({ ContentLibrary: component }) => ({ default: component })),
);

/** Longer texts are shown to learners as they are written (the renderer's guard). */
const LAID_OUT_BYTES = 100 * 1024;
const byteLengthOf = (text: string) => new TextEncoder().encode(text).length;

export interface MarkdownEditorProps {
  label: string;
  value: string;
  error?: ReactNode;
  onChange: (text: string) => void;
  onBlur: () => void;
}

function EditorFoot({ text }: { text: string }) {
  const measured = useDeferredValue(text);
  const bytes = useMemo(() => byteLengthOf(measured), [measured]);
  const isPlain = useMemo(() => isTooComplex(measured), [measured]);
  return (
    <div className={classes.foot}>
      <span role="status">
        {isPlain && (
          <span data-over>
            長すぎるか複雑すぎるため、受講者には書いたままの文字で表示されます。レッスンを分けてください。
          </span>
        )}
      </span>
      <span data-over={bytes > LAID_OUT_BYTES * 0.9 || undefined}>
        {formatBytes(bytes)} / {formatBytes(LAID_OUT_BYTES)}
      </span>
    </div>
  );
}

type View = 'text' | 'preview';
const views = [
  { value: 'text', label: '書く' },
  { value: 'preview', label: 'プレビュー' },
] satisfies { value: View; label: string }[];

/** What opens the device's own choice of files. */
function useFileChoice(onFiles: (files: readonly File[]) => void) {
  const input = useRef<HTMLInputElement>(null);
  const element = (
    <input
      ref={input}
      type="file"
      hidden
      multiple
      accept={PICTURE_TYPES}
      aria-label="画像ファイル"
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        // The same file may be chosen again.
        currentTarget.value = '';
      }}
    />
  );
  return { element, open: () => input.current?.click() };
}

export function MarkdownEditor({ label, value, error, onChange, onBlur }: MarkdownEditorProps) {
  const id = useId();
  const isWide = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  const [view, setView] = useState<View>('text');
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const editor = useRef<TextEditorHandle>(null);
  const preview = useRef<HTMLElement>(null);
  const insertAtPlace = useRef<(pictures: readonly string[]) => void>(undefined);
  const batch = usePictureBatch();

  const markPlace = () => {
    insertAtPlace.current = editor.current?.markPlace();
  };
  const handleFiles = (files: readonly File[]) => {
    if (batch.pictures.length === 0) markPlace();
    batch.add(files);
  };
  const choice = useFileChoice(handleFiles);
  const handleTool = (tool: ToolName) => {
    if (tool === 'picture') choice.open();
    else if (tool === 'library') {
      markPlace();
      setLibraryOpen(true);
    } else editor.current?.run(tool);
  };
  const handleScroll = (share: number) => {
    const pane = preview.current;
    if (pane) pane.scrollTop = share * (pane.scrollHeight - pane.clientHeight);
  };
  const isTextShown = isWide || view === 'text';

  return (
    <div data-path="text">
      <div className={classes.head}>
        <span id={`${id}-label`} className={classes.label}>
          {label}
        </span>
        {!isWide && (
          <SegmentedControl
            aria-label="表示"
            data={views}
            value={view}
            onChange={setView}
            classNames={{ label: classes.viewLabel }}
          />
        )}
      </div>
      <div className={classes.frame} data-invalid={error ? true : undefined}>
        {isTextShown && (
          <div className={classes.tools}>
            <EditorToolbar onTool={handleTool} label={`${label}の書式`} />
          </div>
        )}
        <div className={classes.panes}>
          <div className={classes.text} hidden={!isTextShown}>
            <Suspense fallback={<p className={classes.waiting}>エディターを読み込んでいます</p>}>
              <TextEditor
                ref={editor}
                value={value}
                labelledBy={`${id}-label`}
                describedBy={`${id}-help ${id}-error`}
                placeholder="ここに本文を書きます。画像は貼り付けたり、ドロップしたりできます。"
                isInvalid={Boolean(error)}
                onChange={onChange}
                onBlur={onBlur}
                onFiles={handleFiles}
                onScroll={handleScroll}
              />
            </Suspense>
          </div>
          {(isWide || view === 'preview') && <EditorPreview ref={preview} text={value} />}
        </div>
        <EditorFoot text={value} />
      </div>
      <p id={`${id}-error`} className={classes.error}>
        {error}
      </p>
      <VisuallyHidden id={`${id}-help`}>
        マークダウンで書きます。Tabキーは字下げです。Escキーを押してからTabキーを押すと、次の項目に移ります。
      </VisuallyHidden>
      {choice.element}
      <PictureDialog
        batch={batch}
        onInsert={() => {
          insertAtPlace.current?.(batch.toMarkdown());
          batch.clear();
        }}
      />
      {isLibraryOpen && (
        <Suspense>
          <ContentLibrary
            text={value}
            onInsert={(picture) => insertAtPlace.current?.([picture])}
            onClose={() => setLibraryOpen(false)}
          />
        </Suspense>
      )}
      <LeaveGuard isDirty={() => batch.isSending} consequence="アップロード中の画像は取り消されます。" />
    </div>
  );
}
