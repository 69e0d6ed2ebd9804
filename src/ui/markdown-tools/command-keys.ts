/**
 * The keyboard shortcuts of the toolbar's commands, in CodeMirror's notation; separate from the commands, because the
 * buttons name them at once.
 */
import type { CommandName } from './markdown-commands';

export const commandKeys = {
  undo: 'Mod-z',
  redo: 'Mod-Shift-z',
  heading: 'Mod-Alt-h',
  bold: 'Mod-b',
  italic: 'Mod-i',
  bullets: 'Mod-Shift-8',
  numbers: 'Mod-Shift-7',
  link: 'Mod-k',
  code: 'Mod-e',
  find: 'Mod-f',
} satisfies Partial<Record<CommandName | 'undo' | 'redo' | 'find', string>>;
