/** The button 「保存して次へ」 (save and go on): saves unsaved changes, then takes the step that follows the form. */
import { type FormEvent, useRef } from 'react';

import type { NextStep } from './form-frame-types';

/** The attribute that marks the button which submits the form and goes on. */
const GOES_ON = 'data-goes-on';
export const goesOn = { [GOES_ON]: true };

/** Submits the form as its button 「保存して次へ」 (save and go on) does. @returns false if the form has no such button */
export function submitAndGoOn(form: HTMLFormElement): boolean {
  const button = form.querySelector<HTMLButtonElement>(`[${GOES_ON}]`);
  if (button) form.requestSubmit(button);
  return button !== null;
}

interface Options<Saved> {
  next: NextStep | undefined;
  isDirty: () => boolean;
  onSaved: ((saved: Saved) => void) | undefined;
}

export function useNextStep<Saved>({ next, isDirty, onSaved }: Options<Saved>) {
  // The wish to go on is held in a ref, because another press may come while the form is being saved.
  const isWanted = useRef(false);
  return {
    handleSaved: (saved: Saved) => {
      onSaved?.(saved);
      if (isWanted.current) next?.go();
    },
    /** Returns the form's submit handler, which goes on at once where nothing is unsaved. */
    around: (submit: (event: FormEvent) => void) => (event: FormEvent) => {
      const { submitter } = event.nativeEvent as SubmitEvent;
      isWanted.current = submitter?.hasAttribute(GOES_ON) ?? false;
      if (!isWanted.current || isDirty()) {
        submit(event);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      next?.go();
    },
  };
}
