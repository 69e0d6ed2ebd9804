/**
 * Handles keys and pastes in the choices: Enter moves to the next choice, Backspace removes an empty one, pasted lines
 * become choices.
 */
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';

import { isOfInputMethod } from '@/ui/keys/input-method';

import { addChoice, removeChoice } from './question-edits';
import type { QuestionFieldsProps } from './question-fields';
import { MOST_CHOICES, pasteChoices, splitPasted } from './question-lines';
import type { QuestionForm } from './question-set-form';

/** Focuses a choice's text by its index, at once or, if it does not exist yet, after the choices change. */
function useChoiceFocus(choices: QuestionForm['choices']) {
  const list = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<number>(undefined);
  const goTo = (index: number) => {
    const field = list.current?.querySelectorAll('textarea')[index];
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  };
  useEffect(() => {
    if (wanted.current !== undefined) goTo(wanted.current);
    wanted.current = undefined;
  }, [choices]);
  return { list, goTo, goToAfter: (index: number) => void (wanted.current = index) };
}

export function useChoiceKeys({ question, onChange }: Pick<QuestionFieldsProps, 'question' | 'onChange'>) {
  const { choices } = question;
  const { list, goTo, goToAfter } = useChoiceFocus(choices);

  function add() {
    if (choices.length >= MOST_CHOICES) return;
    goToAfter(choices.length);
    onChange(addChoice);
  }
  function remove(index: number) {
    const choice = choices[index];
    if (!choice) return;
    goToAfter(Math.max(0, index - 1));
    onChange((now) => removeChoice(now, choice.id));
  }
  const handleKeyDown = (index: number) => (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, repeat, nativeEvent } = event;
    if (shiftKey || ctrlKey || metaKey || altKey || isOfInputMethod(nativeEvent)) return;
    const choice = choices[index];
    if (key === 'Enter') {
      event.preventDefault();
      if (repeat) return;
      if (index < choices.length - 1) goTo(index + 1);
      else add();
    } else if (key === 'Backspace' && !repeat && index > 0 && choice?.body === '') {
      event.preventDefault();
      remove(index);
    }
  };
  const handlePaste = (index: number) => (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const lines = splitPasted(event.clipboardData.getData('text'));
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (lines.length < 2) return;
    event.preventDefault();
    goToAfter(Math.min(index + lines.length, MOST_CHOICES) - 1);
    onChange((now) => pasteChoices(now, index, lines, [selectionStart, selectionEnd]));
  };
  return { list, add, remove, handleKeyDown, handlePaste };
}
