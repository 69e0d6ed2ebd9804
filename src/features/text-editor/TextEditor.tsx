/** The text editor as a React field: value in, changes out, commands through its handle. */
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  isolateHistory,
  redo,
  undo,
} from '@codemirror/commands';
import { deleteMarkupBackward, insertNewlineContinueMarkup, markdownLanguage } from '@codemirror/lang-markdown';
import { syntaxHighlighting } from '@codemirror/language';
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  search,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import { EditorSelection, EditorState, type Extension } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap, placeholder, ViewPlugin } from '@codemirror/view';
import { tagHighlighter, tags } from '@lezer/highlight';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';

import { isOfInputMethod } from '@/ui/keys/input-method';
import { commandKeys } from '@/ui/markdown-tools/command-keys';
import { type CommandName, markdownCommands } from '@/ui/markdown-tools/markdown-commands';
import type { Edit, MarkdownCommand } from '@/ui/markdown-tools/markdown-edits';
import { insertPictures } from '@/ui/markdown-tools/pictures';
import type { EditedText } from '@/ui/markdown-tools/use-furigana-prompt';

import { pasteRich } from './paste-rich';
import { type FindPicture, picturePreviews } from './picture-previews';
import { tableKeys } from './table-keys';

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

/** The words of the panel, and of what screen readers announce; `$` is a number. */
const phrases = {
  Find: 'さがす言葉',
  Replace: '置き換える言葉',
  next: '次へ',
  previous: '前へ',
  'match case': '大文字と小文字を区別',
  regexp: '正規表現',
  'by word': '単語単位',
  replace: '置き換える',
  'replace all': 'すべて置き換える',
  close: 'さがすのを閉じる',
  'current match': '見つかった言葉',
  'on line': '行：',
  'replaced match on line $': '$行目を置き換えました',
  'replaced $ matches': '$か所を置き換えました',
};

const scope = 'editor search-panel';

/** The keys of the search; F3 and Ctrl/⌘+G go to the next place. */
const searchKeys: KeyBinding[] = [
  { key: commandKeys.find, run: openSearchPanel, scope, preventDefault: true },
  { key: 'F3', run: findNext, shift: findPrevious, scope, preventDefault: true },
  { key: 'Mod-g', run: findNext, shift: findPrevious, scope, preventDefault: true },
  { key: 'Escape', run: closeSearchPanel, scope },
];

/** Keeps keys of an input method in the panel's fields from its shortcuts: Enter and Escape then end a composition. */
const keepCompositions = ViewPlugin.define(({ dom }) => {
  const keep = (event: KeyboardEvent) => {
    const isInPanel = event.target instanceof Element && event.target.closest('.cm-panel') !== null;
    if (isInPanel && isOfInputMethod(event)) event.stopPropagation();
  };
  dom.addEventListener('keydown', keep, true);
  return { destroy: () => dom.removeEventListener('keydown', keep, true) };
});

/**
 * Takes the panel's words as they are written, because `\n` begins names of TeX commands; the panel itself does not
 * keep `literal`.
 */
const takeLiterally = EditorState.transactionExtender.of(({ effects }) => {
  const written = effects.find((effect) => effect.is(setSearchQuery));
  if (!written) return null;
  const { search: searched, replace, caseSensitive } = written.value;
  return { effects: setSearchQuery.of(new SearchQuery({ search: searched, replace, caseSensitive, literal: true })) };
});

/** Returns the extension for finding and replacing. */
function textSearch(): Extension {
  return [search({ top: true, literal: true }), EditorState.phrases.of(phrases), keepCompositions, takeLiterally];
}

/** Returns how many px of the window a sticky bar covers. */
function reachOf(bar: HTMLElement, edge: 'top' | 'bottom'): number {
  return bar.offsetHeight + Number.parseFloat(getComputedStyle(bar)[edge]);
}

interface Bars {
  tools: HTMLElement;
  bar: HTMLElement;
}

/**
 * A cache of the bars per editor, because searching them in the DOM, with the preview of a long text, costs more than
 * the key press.
 */
const known = new WeakMap<HTMLElement, Bars>();

function findBars(editor: HTMLElement): Bars | undefined {
  const found = known.get(editor);
  if (found?.tools.isConnected && found.bar.isConnected) return found;
  const form = editor.closest('form');
  const tools = form?.querySelector<HTMLElement>('[data-text-tools]');
  const bar = form?.querySelector<HTMLElement>('[data-bottom-bar]');
  if (!tools || !bar) return undefined;
  known.set(editor, { tools, bar });
  return { tools, bar };
}

/**
 * The margins for scrolling the caret into view: if the editor itself scrolls, only the parts of it that the bars
 * cover; if the page scrolls, the whole height of both bars.
 */
const keepCaretClear = EditorView.scrollMargins.of(({ dom, scrollDOM }) => {
  const bars = findBars(dom);
  if (!bars) return null;
  const { tools, bar } = bars;
  const reach = { top: reachOf(tools, 'top'), bottom: reachOf(bar, 'bottom') };
  if (scrollDOM.scrollHeight <= scrollDOM.clientHeight) return reach;
  const text = scrollDOM.getBoundingClientRect();
  const covered = {
    top: tools.getBoundingClientRect().bottom - text.top,
    bottom: text.bottom - bar.getBoundingClientRect().top,
  };
  return {
    top: Math.max(0, Math.min(reach.top, covered.top)),
    bottom: Math.max(0, Math.min(reach.bottom, covered.bottom)),
  };
});

const highlighter = tagHighlighter([
  { tag: tags.heading, class: classes.heading ?? '' },
  { tag: tags.strong, class: classes.strong ?? '' },
  { tag: tags.emphasis, class: classes.emphasis ?? '' },
  { tag: tags.strikethrough, class: classes.strikethrough ?? '' },
  { tag: tags.monospace, class: classes.monospace ?? '' },
  { tag: tags.quote, class: classes.quote ?? '' },
  { tag: [tags.link, tags.url], class: classes.address ?? '' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta], class: classes.mark ?? '' },
]);

/** Applies an edit as one step that can be undone. */
function dispatchEdit(view: EditorView, { changes, selection }: Edit): void {
  view.dispatch({
    changes,
    selection: EditorSelection.single(selection.from, selection.to),
    scrollIntoView: true,
    userEvent: 'input.format',
  });
}

/** Runs a command on the selection; never during an IME composition. */
function runCommand(view: EditorView, command: MarkdownCommand): boolean {
  if (view.composing) return false;
  dispatchEdit(view, command(view.state.doc.toString(), view.state.selection.main));
  return true;
}

const { undo: _undo, redo: _redo, find: _find, ...formatKeys } = commandKeys;
const commandBindings: KeyBinding[] = Object.entries(formatKeys).map(([name, key]) => ({
  key,
  preventDefault: true,
  // Stop the event, because Ctrl+K, a command of this editor, opens the app's search everywhere else.
  stopPropagation: true,
  run: (view) => runCommand(view, markdownCommands[name as keyof typeof formatKeys]),
}));

function letTabLeave(view: EditorView): boolean {
  view.setTabFocusMode(true);
  return false;
}

/**
 * Keyboard shortcuts. Tab indents, or in a table goes to the next cell; after Escape, Tab leaves the field, until
 * something is typed or the field loses focus.
 */
const bindings: KeyBinding[] = [
  ...commandBindings,
  ...searchKeys,
  { key: 'Escape', run: letTabLeave },
  ...tableKeys,
  { key: 'Enter', run: insertNewlineContinueMarkup },
  { key: 'Backspace', run: deleteMarkupBackward },
  { key: 'Tab', run: indentMore, shift: indentLess },
  // Ctrl+Enter is left to the form, which uses it for 「保存して次へ」.
  ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
  ...historyKeymap,
  // Redo has the shortcut that its button shows, also on systems where CodeMirror only binds Ctrl+Y.
  { key: 'Mod-Shift-z', run: redo, preventDefault: true },
];

interface TextEditorOptions {
  text: string;
  /** The id of the element that labels the field; `describedBy` has the ids of its description and of its error. */
  labelledBy: string;
  describedBy: string;
  placeholder: string;
  /** True if the field gets the focus when its screen is opened. */
  hasFocus?: boolean;
  /** Called after each change; `mapPosition` converts a position in the old text to one in the new text. */
  onChange: (text: string, mapPosition: (position: number) => number) => void;
  onBlur: () => void;
  /** Called with pasted or dropped files; the caret has been moved to where they were dropped. */
  onFiles: (files: readonly File[]) => void;
  findPicture: FindPicture;
}

/**
 * Returns the pasted files; none if the clipboard also has text, because office programs add a picture of the copied
 * text.
 */
function filesOf(transfer: DataTransfer | null): readonly File[] {
  return transfer?.types.includes('text/plain') ? [] : [...(transfer?.files ?? [])];
}

function takeFiles(onFiles: TextEditorOptions['onFiles']): Extension {
  const take = (event: Event, files: readonly File[]) => {
    if (files.length === 0) return false;
    event.preventDefault();
    onFiles(files);
    return true;
  };
  return EditorView.domEventHandlers({
    paste: (event) => take(event, filesOf(event.clipboardData)),
    drop: (event, view) => {
      const files = filesOf(event.dataTransfer);
      const place = files.length > 0 ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
      if (place !== null) view.dispatch({ selection: { anchor: place } });
      return take(event, files);
    },
  });
}

function extensionsOf(options: TextEditorOptions): Extension {
  return [
    history(),
    markdownLanguage,
    syntaxHighlighting(highlighter),
    EditorView.lineWrapping,
    keepCaretClear,
    placeholder(options.placeholder),
    keymap.of(bindings),
    textSearch(),
    takeFiles(options.onFiles),
    pasteRich(),
    picturePreviews(options.findPicture),
    EditorView.contentAttributes.of({
      'aria-labelledby': options.labelledBy,
      'aria-describedby': options.describedBy,
      lang: 'ja',
      // The accessibility checker axe requires a tabindex in a scroll container, although the editable element can be
      // focused anyway.
      tabindex: '0',
      autocapitalize: 'off',
      spellcheck: 'false',
      ...(options.hasFocus && { 'data-autofocus': 'true' }),
    }),
    EditorView.domEventHandlers({
      blur: (_, view) => {
        view.setTabFocusMode(false);
        options.onBlur();
      },
    }),
    EditorView.updateListener.of(({ docChanged, state, view, changes }) => {
      if (!docChanged) return;
      view.setTabFocusMode(false);
      options.onChange(state.doc.toString(), (position) => changes.mapPos(position));
    }),
  ];
}

/** Makes an editor in an element. */
function createTextEditor(parent: HTMLElement, options: TextEditorOptions): EditorView {
  const state = EditorState.create({ doc: options.text, extensions: extensionsOf(options) });
  return new EditorView({ state, parent });
}

/** Replaces the whole text; undo restores the old one. */
function replaceText(view: EditorView, text: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: 0 },
    annotations: isolateHistory.of('full'),
  });
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
