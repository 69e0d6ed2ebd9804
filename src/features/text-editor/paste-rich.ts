/** Pastes tables and formatted text as markdown; the conversion code is loaded at the first such paste. */
import { isolateHistory } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';

import { loadCode } from '@/lib/load-code';
import { holdsCommand } from '@/ui/keys/command-key';
import { insertBlock, type Range } from '@/ui/markdown-tools/markdown-edits';
import { richHtml } from '@/ui/markdown-tools/paste/rich-html';
import { showToast } from '@/ui/notices/toast';

import { isCode } from './table-keys';

/** Shown when the conversion code could not be loaded: the plain text was inserted, and the next paste retries. */
const WORDS_ONLY = '書式を読み込めなかったため、文字だけを貼り付けました。';

/** The selection at the time of a paste; its positions are updated by edits until the pasted text replaces it. */
interface Place {
  from: number;
  to: number;
}

async function convert(html: string) {
  const { htmlToMarkdown } = await loadCode(() => import('@/ui/markdown-tools/paste/html-to-markdown'));
  return htmlToMarkdown(html);
}

/** Replaces the selection with the converted text, as one undo step. */
function insert(view: EditorView, range: Range, words: string, isBlock: boolean): void {
  const edit = isBlock
    ? insertBlock(view.state.doc.toString(), range, words, { from: words.length, to: words.length })
    : { changes: [{ ...range, insert: words }], selection: undefined };
  view.dispatch({
    changes: edit.changes,
    selection: edit.selection && { anchor: edit.selection.to },
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
}

async function pasteAt(view: EditorView, place: Place, html: string, plain: string): Promise<void> {
  const pasted = await convert(html).catch(() => null);
  if (!view.dom.isConnected) return;
  const words = pasted?.markdown ?? plain;
  insert(view, { ...place }, words, pasted?.isInline === false);
  if (pasted === null) void showToast('error', WORDS_ONLY);
}

/** Returns true inside code and table cells, where only plain text is pasted. */
function takesPlainText(view: EditorView): boolean {
  const { doc, selection } = view.state;
  const { head } = selection.main;
  return isCode(view, head) || /^[ \t>]*\|/.test(doc.lineAt(head).text);
}

export function pasteRich() {
  const places = new Set<Place>();
  let isPlainWanted = false;
  return [
    EditorView.updateListener.of(({ changes, docChanged }) => {
      if (!docChanged) return;
      for (const place of places) {
        const to = changes.mapPos(place.to, 1);
        place.from = Math.min(changes.mapPos(place.from, 1), to);
        place.to = to;
      }
    }),
    EditorView.domEventHandlers({
      keydown: (event) => {
        isPlainWanted = event.shiftKey && holdsCommand(event) && event.key.toLowerCase() === 'v';
      },
      paste: (event, view) => {
        const html = event.clipboardData && richHtml(event.clipboardData);
        const isPlain = isPlainWanted;
        isPlainWanted = false;
        if (!html || isPlain || view.state.readOnly || takesPlainText(view)) return false;
        event.preventDefault();
        const { from, to } = view.state.selection.main;
        const place = { from, to };
        places.add(place);
        void pasteAt(view, place, html, event.clipboardData?.getData('text/plain') ?? '').finally(() =>
          places.delete(place),
        );
        return true;
      },
    }),
  ];
}
