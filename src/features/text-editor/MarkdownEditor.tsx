/** The field for a lesson's text: toolbar, markdown editor, preview beside it or behind a tab, pictures. */
import { SegmentedControl, Switch, VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  type RefObject,
  startTransition,
  Suspense,
  useCallback,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import type { Lesson } from '@/api/lessons';
import { formatBytes } from '@/lib/format-bytes';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { ACCEPTED_IMAGES } from '@/queries/files/accepted-images';
import { findPicture } from '@/queries/files/find-picture';
import { foreignPictureHosts, unsentPictures } from '@/study/outline/foreign-pictures';
import { readLinkTarget } from '@/study/outline/link-targets';
import { topExtra } from '@/ui/display/bar-room';
import { ForeignPictures } from '@/ui/ForeignPictures';
import { LeaveGuard } from '@/ui/forms/LeaveGuard';
import { useReturnFocus } from '@/ui/keys/use-return-focus';
import { lazyAsked } from '@/ui/lazy-asked';
import { EditorToolbar, type ToolName } from '@/ui/markdown-tools/EditorToolbar';
import type { TextLink } from '@/ui/markdown-tools/find-undrawn';
import type { PlacedWords } from '@/ui/markdown-tools/raw-syntax';

import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { listWords, UndrawnParts } from '@/ui/markdown-tools/UndrawnParts';
import { useFuriganaPrompt } from '@/ui/markdown-tools/use-furigana-prompt';
import { useUndrawn } from '@/ui/markdown-tools/use-undrawn';
import { findLinkedLesson, readBreaks } from '@/ui/markdown/cut/documents';
import { withBreaks } from '@/ui/markdown/cut/line-breaks';
import { decodeName } from '@/ui/markdown/cut/outline';
import { MAX_BYTES } from '@/ui/markdown/markdown-limits';

import { EditorPreview } from './EditorPreview';
import { TextEditor, type TextEditorHandle } from './TextEditor';
import { usePictureBatch } from './use-picture-batch';
import { type VersionedText, VersionsButton } from './versions/VersionsButton';

import classes from './MarkdownEditor.module.css';

/**
 * The area above a lesson's text in the editor: its label, the setting of line breaks, and the switch between text and
 * preview.
 */
type View = 'text' | 'preview';
const views = [
  { value: 'text', label: '書く' },
  { value: 'preview', label: 'プレビュー' },
] satisfies { value: View; label: string }[];

interface EditorHeadProps {
  label: ReactNode;
  /** The pane that is shown, text or preview; undefined if both are side by side, without a switch. */
  view: View | undefined;
  onView: (view: View) => void;
  children: ReactNode;
}

/** The setting of line breaks, with a sentence that says how learners see the author's line breaks. */
function LineBreaks({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const words = isOn
    ? '改行したところで、受講者の画面でも行が変わります。'
    : '1回だけの改行は、続けて表示されます。段落を分けるには、空の行を入れます。';
  return (
    <Switch
      className={classes.breaks}
      label="改行をそのまま表示"
      description={words}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function EditorHead({ label, view, onView, children }: EditorHeadProps) {
  return (
    <div className={`${classes.head} row wrap gap-4-12 touch`}>
      {label}
      {view && (
        <SegmentedControl
          aria-label="表示"
          data={views}
          value={view}
          onChange={onView}
          classNames={{ label: `${classes.viewLabel} center touch` }}
        />
      )}
      {children}
    </div>
  );
}

/** Returns true if an element has at least this width; updated when the window or a menu beside it changes. */
function useHasRoom(element: RefObject<HTMLElement | null>, widthPx: number): boolean {
  const [hasRoom, setHasRoom] = useState(false);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    // Ignore a width of 0: the element is hidden behind a question set, and the result stays unchanged.
    const look = () => box.clientWidth > 0 && setHasRoom(box.clientWidth >= widthPx);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, widthPx]);
  return hasRoom;
}

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
 * Scrolls the preview with the text, and again once pasted text is rendered, because the preview is rendered later than
 * the text in the editor.
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

/** The existing lessons; undefined until loaded. */
interface Lessons {
  linked: readonly Lesson[] | undefined;
  inCourse: readonly Lesson[] | undefined;
}

const targetOf = ([address]: TextLink) => readLinkTarget(address, globalThis.location.origin);

function lessonIdOf(link: TextLink): string[] {
  const target = targetOf(link);
  return target?.kind === 'lesson' ? [target.id] : [];
}

function isDead(link: TextLink, { linked, inCourse }: Lessons): boolean {
  const target = targetOf(link);
  switch (target?.kind) {
    case 'heading':
      return !target.exists;
    case 'lesson':
      return linked?.every(({ id }) => id !== target.id) ?? false;
    case 'document':
      return inCourse !== undefined && findLinkedLesson(inCourse, ...link) === undefined;
    default:
      return false;
  }
}

/**
 * Returns the dead addresses of a text, each once; links to lessons are checked once the existing lessons are loaded.
 */
function useDeadLinks(links: readonly TextLink[], courseId: string): string[] {
  const ids = [...new Set(links.flatMap(lessonIdOf))].sort();
  const { data: linked } = useQuery({ ...lessonQueries.some(ids), enabled: ids.length > 0 });
  const hasDocuments = links.some((link) => targetOf(link)?.kind === 'document');
  const { data: found } = useQuery({ ...lessonQueries.ofCourse(courseId), enabled: hasDocuments });
  const inCourse = found?.filter((lesson) => lesson.courseId === courseId);
  const dead = links.filter((link) => isDead(link, { linked, inCourse }));
  return [...new Set(dead.map(([address]) => decodeName(address)))];
}

const byteLengthOf = (text: string) => new TextEncoder().encode(text).length;

/** Lists names in words: the first three, and if there are more, also their total number. */
function listNames(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join('、')}など${names.length}点` : names.join('、');
}

/** Shows how far the addresses of the text are links. */
function BareAddresses({ addresses }: { addresses: readonly PlacedWords[] }) {
  if (addresses.length === 0) return null;
  return (
    <span className={classes.spoken}>
      リンクになるアドレス：{listWords(addresses, 'の')}。範囲が違うときは、アドレスの後ろに空白を入れます。
    </span>
  );
}

/** Shows how at most three formulas are read aloud, and how the author can write another reading. */
function SpokenFormulas({ spoken }: { spoken: readonly PlacedWords[] }) {
  if (spoken.length === 0) return null;
  return (
    <span className={classes.spoken}>
      数式の読み上げ：{listWords(spoken, 'は')}。読みは、数式の中に「% 読み：エックスの二乗」のように書きます。
    </span>
  );
}

/** @param props.courseId the course that relative links to lessons refer to */
function EditorFoot({ text, courseId }: { text: string; courseId: string }) {
  const measured = useDeferredValue(text);
  const bytes = useMemo(() => byteLengthOf(measured), [measured]);
  const undrawn = useUndrawn(text);
  const deadLinks = useDeadLinks(undrawn.links, courseId);
  const unsent = useMemo(() => unsentPictures(measured), [measured]);
  const foreignHosts = useMemo(() => foreignPictureHosts(measured), [measured]);
  return (
    <div className={`${classes.foot} flex wrap justify-between border-top c-muted text-xs`}>
      <span role="status">
        <UndrawnParts undrawn={undrawn} />
        {deadLinks.length > 0 && <span data-over>リンク先が見つかりません：{listNames(deadLinks)}</span>}
        {unsent.length > 0 && <span data-over>アップロードされていない画像があります：{listNames(unsent)}</span>}
        <span data-over>
          <ForeignPictures hosts={foreignHosts} />
        </span>
      </span>
      <BareAddresses addresses={undrawn.addresses} />
      <SpokenFormulas spoken={undrawn.spoken} />
      <span data-over={bytes > MAX_BYTES * 0.9 || undefined}>
        {formatBytes(bytes)} / {formatBytes(MAX_BYTES)}
      </span>
    </div>
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
          <span id={labelId} className="text-md bold">
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
        <div className={`${classes.panes} flex`}>
          <div className={`${classes.text} flex flex-1 min-w-0`} hidden={!isTextShown}>
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
      <p id={`${id}-error`} className="hide-if-empty m-6-0-0 c-bad text-sm">
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
