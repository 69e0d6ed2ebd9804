/** Keyboard handling in tables of the text: Tab and Enter move from cell to cell. */
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorSelection } from '@codemirror/state';
import type { EditorView, KeyBinding } from '@codemirror/view';

import type { Edit, Range } from '@/ui/markdown-tools/markdown-edits';
import { breakInCell, enterRow, stepCell } from '@/ui/markdown-tools/table-command';

/** Maximum time, in ms, for parsing the text before the caret at a key press. */
const PARSE_MS = 20;

/** Returns true inside a code block. */
export function isCode({ state }: EditorView, place: number): boolean {
  const tree = ensureSyntaxTree(state, place, PARSE_MS);
  for (let node = tree?.resolveInner(place, -1); node; node = node.parent ?? undefined) {
    if (node.name === 'FencedCode' || node.name === 'CodeBlock') return true;
  }
  return false;
}

/** Runs a key's edit if there is one selection and it is in a table, outside code. */
function inTable(edit: (text: string, selection: Range) => Edit | undefined) {
  return (view: EditorView): boolean => {
    const { selection, doc } = view.state;
    const { main } = selection;
    if (view.composing || selection.ranges.length > 1 || !doc.lineAt(main.head).text.includes('|')) return false;
    const done = isCode(view, main.head) ? undefined : edit(doc.toString(), main);
    if (!done) return false;
    view.dispatch({
      changes: done.changes,
      selection: EditorSelection.single(done.selection.from, done.selection.to),
      scrollIntoView: true,
      userEvent: done.changes.length > 0 ? 'input.table' : 'select.table',
    });
    return true;
  };
}

export const tableKeys: KeyBinding[] = [
  {
    key: 'Tab',
    run: inTable((text, range) => stepCell(text, range, 1)),
    shift: inTable((text, range) => stepCell(text, range, -1)),
  },
  { key: 'Enter', run: inTable(enterRow), shift: inTable(breakInCell) },
];
