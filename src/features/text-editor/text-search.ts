/**
 * Find and replace in the text editor: CodeMirror's panel with Japanese words, opened by Ctrl/⌘+F or from the toolbar.
 */
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  search,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { type KeyBinding, ViewPlugin } from '@codemirror/view';

import { isOfInputMethod } from '@/ui/keys/input-method';
import { commandKeys } from '@/ui/markdown-tools/command-keys';

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
export const searchKeys: KeyBinding[] = [
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
export function textSearch(): Extension {
  return [search({ top: true, literal: true }), EditorState.phrases.of(phrases), keepCompositions, takeLiterally];
}

export { openSearchPanel };
