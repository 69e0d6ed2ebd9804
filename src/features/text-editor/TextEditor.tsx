/** The text editor as a React field: value in, changes out, commands through its handle. */
import type { EditorView } from '@codemirror/view';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';

import { type CommandName, markdownCommands } from '@/ui/markdown-tools/markdown-commands';
import { insertPictures } from '@/ui/markdown-tools/pictures';
import type { EditedText } from '@/ui/markdown-tools/use-furigana-prompt';

import {
  createTextEditor,
  dispatchEdit,
  openSearchPanel,
  redo,
  replaceText,
  runCommand,
  undo,
} from './create-text-editor';
import type { FindPicture } from './picture-previews';

import classes from './TextEditor.module.css';

export interface TextEditorHandle extends EditedText {
  /** Runs a command of the toolbar on the selection. */
  run: (command: CommandName | 'undo' | 'redo' | 'find') => void;
  /**
   * Remembers the caret's position and updates it when the text changes; the returned function inserts pictures at that
   * position.
   */
  markPlace: () => (pictures: readonly string[]) => void;
}

export interface TextEditorProps {
  ref?: Ref<TextEditorHandle>;
  value: string;
  /** The id of the element that labels the field; `describedBy` has the ids of its description and of its error. */
  labelledBy: string;
  describedBy: string;
  placeholder: string;
  isInvalid?: boolean;
  /** True if the field gets the focus when its screen is opened. */
  hasFocus?: boolean;
  onChange: (text: string) => void;
  onBlur: () => void;
  onFiles: (files: readonly File[]) => void;
  findPicture: FindPicture;
  /** Called when the text scrolls, with the scrolled share, 0 to 1. */
  onScroll: (share: number) => void;
}

/** Returns a ref to the latest props, because the editor's callbacks are created only once. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Creates the editor in a layout effect when its element is mounted, before paint, and destroys it on unmount. */
function useEditorView(props: TextEditorProps) {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const places = useRef(new Set<{ at: number }>());
  const latest = useLatest(props);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const { value, labelledBy, describedBy, placeholder, hasFocus } = latest.current;
    const made = createTextEditor(element.current, {
      text: value,
      labelledBy,
      describedBy,
      placeholder,
      hasFocus,
      onChange: (text, mapPosition) => {
        for (const place of places.current) place.at = mapPosition(place.at);
        latest.current.onChange(text);
      },
      onBlur: () => latest.current.onBlur(),
      onFiles: (files) => latest.current.onFiles(files),
      findPicture: (source) => latest.current.findPicture(source),
    });
    const { scrollDOM } = made;
    const tellScroll = () => {
      const way = scrollDOM.scrollHeight - scrollDOM.clientHeight;
      latest.current.onScroll(way > 0 ? scrollDOM.scrollTop / way : 0);
    };
    scrollDOM.addEventListener('scroll', tellScroll, { passive: true });
    view.current = made;
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, [latest]);
  return { element, view, places };
}

/**
 * Puts a text from outside (a draft, a newer version) into the editor, after an IME composition has ended. In a layout
 * effect no key press can have come since the render, so a value that differs from the editor's text is new, not
 * outdated.
 */
function useOutsideText(view: RefObject<EditorView | undefined>, value: string): void {
  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return undefined;
    if (!editor.composing) {
      replaceText(editor, value);
      return undefined;
    }
    const replaceNow = () => queueMicrotask(() => view.current === editor && replaceText(editor, value));
    editor.contentDOM.addEventListener('compositionend', replaceNow, { once: true });
    return () => editor.contentDOM.removeEventListener('compositionend', replaceNow);
  }, [view, value]);
}

export function TextEditor(props: TextEditorProps) {
  const { ref, value, isInvalid = false } = props;
  const { element, view, places } = useEditorView(props);
  useOutsideText(view, value);
  useEffect(() => view.current?.contentDOM.setAttribute('aria-invalid', String(isInvalid)), [view, isInvalid]);
  useImperativeHandle(
    ref,
    () => ({
      read: () => {
        const { doc, selection } = view.current?.state ?? {};
        const { from = 0, to = 0 } = selection?.main ?? {};
        return { text: doc?.toString() ?? '', selection: { from, to } };
      },
      apply: (edit) => view.current && dispatchEdit(view.current, edit),
      focus: () => view.current?.focus(),
      run: (command) => {
        const editor = view.current;
        if (!editor) return;
        if (command === 'find') return void openSearchPanel(editor);
        if (command === 'undo') undo(editor);
        else if (command === 'redo') redo(editor);
        else runCommand(editor, markdownCommands[command]);
        editor.focus();
      },
      markPlace: () => {
        const place = { at: view.current?.state.selection.main.to ?? 0 };
        places.current.add(place);
        return (pictures) => {
          places.current.delete(place);
          const editor = view.current;
          if (!editor || pictures.length === 0) return;
          dispatchEdit(editor, insertPictures(editor.state.doc.toString(), place.at, pictures));
          editor.focus();
        };
      },
    }),
    [view, places],
  );
  return <div ref={element} className={classes.editor} data-invalid={isInvalid || undefined} />;
}
