/** Recognises keys that belong to an input method (IME). */

/**
 * Returns whether a key event belongs to an IME composition; Safari marks the composition's last key only by keyCode
 * 229.
 */
export function isOfInputMethod({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
