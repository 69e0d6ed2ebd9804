/** Edits of a multi-line field made by the browser's own command, so that the browser's undo takes them back. */
import type { KeyboardEvent } from 'react';

import { holdsCommand } from '@/ui/keys/command-key';
import { isOfInputMethod } from '@/ui/keys/input-method';

import { commandKeys } from './command-keys';
import { markdownCommands } from './markdown-commands';
import type { Edit, Range } from './markdown-edits';
import type { EditedText } from './use-furigana-prompt';

/** Joins all changes of an edit into one replacement, so that undo takes them back in one step. */
function joinChanges(text: string, { changes }: Edit): (Range & { insert: string }) | undefined {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return undefined;
  let insert = '';
  let at = first.from;
  for (const change of changes) {
    insert += text.slice(at, change.from) + change.insert;
    at = change.to;
  }
  return { from: first.from, to: last.to, insert };
}

/** Uses the browser's own editing command: deprecated, but nothing else keeps a field's undo history. */
function replaceByBrowser(insert: string): boolean {
  const { execCommand } = document as { execCommand?: Document['execCommand'] };
  return execCommand?.call(document, insert === '' ? 'delete' : 'insertText', false, insert) ?? false;
}

/** Applies an edit; the field's `input` event tells React. */
export function editTextarea(area: HTMLTextAreaElement, edit: Edit): void {
  const joined = joinChanges(area.value, edit);
  area.focus();
  if (joined) {
    area.setSelectionRange(joined.from, joined.to);
    if (!replaceByBrowser(joined.insert)) {
      area.setRangeText(joined.insert, joined.from, joined.to, 'end');
      area.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
  area.setSelectionRange(edit.selection.from, edit.selection.to);
}

export function textareaAsText(area: HTMLTextAreaElement): EditedText {
  return {
    read: () => ({ text: area.value, selection: { from: area.selectionStart, to: area.selectionEnd } }),
    apply: (edit) => editTextarea(area, edit),
    focus: () => area.focus(),
  };
}

const { undo: _undo, redo: _redo, find: _find, ...formatKeys } = commandKeys;

/** Returns the command whose keys were pressed, for example Ctrl+B. */
function commandOfKey(event: KeyboardEvent) {
  if (!holdsCommand(event)) return undefined;
  const { key, shiftKey, altKey, code } = event;
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  const parts = ['Mod', ...(shiftKey ? ['Shift'] : []), ...(altKey ? ['Alt'] : []), digit ?? key.toLowerCase()];
  const pressed = parts.join('-');
  const found = Object.entries(formatKeys).find(([, keys]) => keys === pressed);
  return found && markdownCommands[found[0] as keyof typeof formatKeys];
}

/** Runs the toolbar command of a pressed key. @returns whether the key has a command. */
export function runKeyInTextarea(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  if (isOfInputMethod(event.nativeEvent)) return false;
  const command = commandOfKey(event);
  if (!command) return false;
  event.preventDefault();
  // Stops the event here, because Ctrl+K opens the app's search everywhere else.
  event.stopPropagation();
  const area = event.currentTarget;
  editTextarea(area, command(area.value, { from: area.selectionStart, to: area.selectionEnd }));
  return true;
}
