/** Opens the furigana dialog, whose code is loaded at the first press. */
import { startTransition, Suspense, useState } from 'react';

import { lazyAsked } from '@/ui/lazy-asked';

import { insertFurigana, kanjiAt } from './furigana-command';
import type { Edit, Range } from './markdown-edits';

const FuriganaDialog = lazyAsked(() => import('./FuriganaDialog').then((module) => module.FuriganaDialog));

/** A text field or editor that can be edited at its caret. */
export interface EditedText {
  read: () => { text: string; selection: Range };
  apply: (edit: Edit) => void;
  focus: () => void;
}

/**
 * @returns the dialog to render, and `ask`, which opens the dialog for an empty selection and returns whether it did.
 */
export function useFuriganaPrompt(edited: () => EditedText | null) {
  const [words, setWords] = useState<string>();
  const close = () => {
    setWords(undefined);
    edited()?.focus();
  };
  const insert = (base: string, reading: string) => {
    const target = edited();
    close();
    if (!target) return;
    const { text, selection } = target.read();
    target.apply(insertFurigana(text, selection.to, base, reading));
  };
  return {
    ask: (): boolean => {
      const now = edited()?.read();
      if (!now || now.text.slice(now.selection.from, now.selection.to).trim() !== '') return false;
      const { from, to } = kanjiAt(now.text, now.selection.to);
      startTransition(() => setWords(now.text.slice(from, to)));
      return true;
    },
    dialog: (
      <Suspense>
        {words !== undefined && (
          <FuriganaDialog words={words} onInsert={insert} onClose={close} onMissing={() => setWords(undefined)} />
        )}
      </Suspense>
    ),
  };
}
