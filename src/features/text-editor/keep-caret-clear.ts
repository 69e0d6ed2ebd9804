/** Keeps the caret's line visible while typing: scrolls so that it is not under the toolbar, the top bar or the save bar. */
import { EditorView } from '@codemirror/view';

/** Returns how many px of the window a sticky bar covers. */
function reachOf(bar: HTMLElement, edge: 'top' | 'bottom'): number {
  return bar.offsetHeight + Number.parseFloat(getComputedStyle(bar)[edge]);
}

interface Bars {
  tools: HTMLElement;
  bar: HTMLElement;
}

/** A cache of the bars per editor, because searching them in the DOM, with the preview of a long text, costs more than the key press. */
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
 * The margins for scrolling the caret into view: if the editor itself scrolls, only the parts of it that the bars cover; if the page
 * scrolls, the whole height of both bars.
 */
export const keepCaretClear = EditorView.scrollMargins.of(({ dom, scrollDOM }) => {
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
