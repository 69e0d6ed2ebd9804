/** Pastes tables and formatted text into a field as markdown. */
import type { ClipboardEvent } from 'react';

import { loadCode } from '@/lib/load-code';
import { editTextarea } from '@/ui/markdown-tools/edit-textarea';
import { insertBlock, replace } from '@/ui/markdown-tools/markdown-edits';

import { richHtml } from './rich-html';

/**
 * Handles a paste with HTML. If the user types while the code is loading, the place of the paste is lost, and the words
 * go to the caret.
 */
export async function pasteIntoTextarea(event: ClipboardEvent<HTMLTextAreaElement>): Promise<void> {
  const html = richHtml(event.clipboardData);
  if (html === undefined) return;
  event.preventDefault();
  const area = event.currentTarget;
  const plain = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
  const before = { text: area.value, from: area.selectionStart, to: area.selectionEnd };
  const pasted = await loadCode(() => import('./html-to-markdown'))
    .then(({ htmlToMarkdown }) => htmlToMarkdown(html))
    .catch(() => undefined);
  if (!area.isConnected) return;
  const isSame = area.value === before.text;
  const range = isSame ? { from: before.from, to: before.to } : { from: area.selectionStart, to: area.selectionEnd };
  const words = pasted?.markdown ?? plain;
  const end = { from: words.length, to: words.length };
  editTextarea(area, pasted?.isInline === false ? insertBlock(area.value, range, words, end) : replace(range, words));
}
