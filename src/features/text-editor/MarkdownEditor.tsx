/** The field for a lesson's text: toolbar, markdown editor, preview beside it or behind a tab, pictures. */
import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, startTransition, Suspense, useCallback, useId, useRef, useState } from 'react';

import { ACCEPTED_IMAGES } from '@/queries/accepted-images';
import { findPicture } from '@/queries/find-picture';
import { topExtra } from '@/ui/bar-room';
import { LeaveGuard } from '@/ui/forms/LeaveGuard';
import { lazyAsked } from '@/ui/lazy-asked';
import { EditorToolbar, type ToolName } from '@/ui/markdown-tools/EditorToolbar';
import { useFuriganaPrompt } from '@/ui/markdown-tools/use-furigana-prompt';
import { withBreaks } from '@/ui/markdown/line-breaks';
import { readBreaks } from '@/ui/markdown/markdown-documents';
import { useReturnFocus } from '@/ui/use-return-focus';

import { EditorFoot } from './EditorFoot';
import { EditorHead, LineBreaks, type View } from './EditorHead';
import { EditorPreview } from './EditorPreview';
import { TextEditor, type TextEditorHandle } from './TextEditor';
import { useHasRoom } from './use-has-room';
import { usePictureBatch } from './use-picture-batch';
import { type VersionedText, VersionsButton } from './versions/VersionsButton';

import classes from './MarkdownEditor.module.css';

const PictureDialog = lazyAsked(() => import('./PictureDialog').then((module) => module.PictureDialog));
const ContentLibrary = lazyAsked(() => import('./library/ContentLibrary').then((module) => module.ContentLibrary));

/** Minimum width, in px, at which text and preview are side by side. */
const SIDE_BY_SIDE_PX = 720;

export interface MarkdownEditorProps {
  label: string;
  value: string;
  error?: ReactNode;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** The title that is shown above the preview. */
  title?: string;
  /** The course that the text's relative links refer to. */
  courseId?: string;
  /** True if line breaks are shown as such while the text's front matter does not say. */
  hasBreaksByDefault?: boolean;
  /** True if the field gets the focus when its screen is opened. */
  hasFocus?: boolean;
  /** The id of a saved lesson, and true if its text is unsaved: for restoring earlier versions. */
  versions?: VersionedText;
}

/** Creates a hidden file input, and returns it with a function that opens the device's file chooser. */
function useFileChoice(onFiles: (files: readonly File[]) => void) {
  const input = useRef<HTMLInputElement>(null);
  const element = (
    <input
      ref={input}
      type="file"
      hidden
      multiple
      accept={ACCEPTED_IMAGES}
      aria-label="画像ファイル"
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        // Reset the input, because choosing the same file again would otherwise fire no change event.
        currentTarget.value = '';
      }}
    />
  );
  return { element, open: () => input.current?.click() };
}

/** Uploads chosen, pasted or dropped pictures, and inserts them where the caret was. */
function usePictures(editor: RefObject<TextEditorHandle | null>) {
  const batch = usePictureBatch();
  const insertAtPlace = useRef<(pictures: readonly string[]) => void>(undefined);
  const markPlace = () => {
    insertAtPlace.current = editor.current?.markPlace();
  };
  return {
    batch,
    markPlace,
    insert: (pictures: readonly string[]) => insertAtPlace.current?.(pictures),
    add: (files: readonly File[]) => {
      if (batch.pictures.length === 0) markPlace();
      batch.add(files);
    },
  };
}

/**
 * Scrolls the preview with the text, and again once pasted text is rendered, because the preview is rendered later than the text in the
 * editor.
 */
function usePreview() {
  const pane = useRef<HTMLElement>(null);
  const share = useRef(0);
  const follow = useCallback((now: number) => {
    share.current = now;
    const element = pane.current;
    if (element) element.scrollTop = now * (element.scrollHeight - element.clientHeight);
  }, []);
  const catchUp = useCallback(() => {
    const isRead = pane.current?.contains(document.activeElement);
    if (!isRead) follow(share.current);
  }, [follow]);
  return { pane, follow, catchUp };
}

interface PictureDialogsProps {
  pictures: ReturnType<typeof usePictures>;
  text: string;
  isLibraryOpen: boolean;
  onCloseLibrary: () => void;
}

function PictureDialogs({ pictures: { batch, insert }, text, isLibraryOpen, onCloseLibrary }: PictureDialogsProps) {
  useReturnFocus(isLibraryOpen);
  const handleInsert = () => {
    insert(batch.toMarkdown());
    batch.clear();
  };
  return (
    <>
      <Suspense>
        {batch.pictures.length > 0 && <PictureDialog batch={batch} onInsert={handleInsert} onMissing={batch.clear} />}
      </Suspense>
      <Suspense>
        {isLibraryOpen && (
          <ContentLibrary
            text={text}
            onInsert={(picture) => insert([picture])}
            onClose={onCloseLibrary}
            onMissing={onCloseLibrary}
          />
        )}
      </Suspense>
      <LeaveGuard isDirty={() => batch.isSending} consequence="アップロード中の画像は取り消されます。" isLoss={false} />
    </>
  );
}

export function MarkdownEditor({ label, value, error, onChange, onBlur, ...place }: MarkdownEditorProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const isWide = useHasRoom(root, SIDE_BY_SIDE_PX);
  const [view, setView] = useState<View>('text');
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const editor = useRef<TextEditorHandle>(null);
  const { pane, follow, catchUp } = usePreview();
  const pictures = usePictures(editor);
  const choice = useFileChoice(pictures.add);
  const furigana = useFuriganaPrompt(() => editor.current);
  const client = useQueryClient();
  const isTextShown = isWide || view === 'text';

  const handleTool = (tool: ToolName) => {
    if (tool === 'picture') choice.open();
    else if (tool === 'library') {
      pictures.markPlace();
      startTransition(() => setLibraryOpen(true));
    } else if (tool !== 'furigana' || !furigana.ask()) editor.current?.run(tool);
  };
  const hasBreaks = readBreaks(value) ?? place.hasBreaksByDefault ?? false;
  const labelId = `${id}-label`;

  return (
    <div ref={root} data-path="text" data-side-by-side={isWide || undefined}>
      <EditorHead
        label={
          <span id={labelId} className={classes.label}>
            {label}
          </span>
        }
        view={isWide ? undefined : view}
        onView={setView}
      >
        {place.versions && <VersionsButton {...place.versions} text={value} onChange={onChange} />}
        <LineBreaks isOn={hasBreaks} onChange={(isOn) => onChange(withBreaks(value, isOn))} />
      </EditorHead>
      <div className={classes.frame} data-invalid={error ? true : undefined}>
        <div ref={topExtra} className={classes.tools} data-top-bar data-text-tools hidden={!isTextShown}>
          <EditorToolbar onTool={handleTool} label={`${label}の書式`} />
        </div>
        <div className={classes.panes}>
          <div className={classes.text} hidden={!isTextShown}>
            <TextEditor
              ref={editor}
              value={value}
              labelledBy={labelId}
              describedBy={`${id}-help ${id}-error`}
              placeholder="ここに本文を書きます。画像は貼り付けたり、ドロップしたりできます。"
              isInvalid={Boolean(error)}
              hasFocus={place.hasFocus}
              onChange={onChange}
              onBlur={onBlur}
              onFiles={pictures.add}
              findPicture={(source) => findPicture(client, source)}
              onScroll={follow}
            />
          </div>
          {(isWide || view === 'preview') && (
            <EditorPreview ref={pane} text={value} hasBreaks={hasBreaks} title={place.title ?? ''} onDrawn={catchUp} />
          )}
        </div>
        <EditorFoot text={value} courseId={place.courseId ?? ''} />
      </div>
      <p id={`${id}-error`} className={classes.error}>
        {error}
      </p>
      <VisuallyHidden id={`${id}-help`}>
        マークダウンで書きます。Tabキーは字下げです。表の中では、Tabキーで次のセルに移り、Enterキーで下の行に移ります。Escキーを押してからTabキーを押すと、次の項目に移ります。
      </VisuallyHidden>
      {choice.element}
      {furigana.dialog}
      <PictureDialogs
        pictures={pictures}
        text={value}
        isLibraryOpen={isLibraryOpen}
        onCloseLibrary={() => setLibraryOpen(false)}
      />
    </div>
  );
}
