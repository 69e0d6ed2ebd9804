/** The keys of an input method, which mean nothing else. */

/** Whether a key composes Japanese, confirms it or takes it back; Safari tells the last one of a composition by its code alone. */
export function isOfInputMethod({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
