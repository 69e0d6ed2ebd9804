/** Keyboard shortcuts with the system's command key: ⌘ on Apple systems, Ctrl elsewhere. */
import { useEffect, useEffectEvent } from 'react';

import { isOfInputMethod } from './input-method';

/**
 * Returns true on Apple systems, where Control belongs to the text field (Control+K deletes to the line's end) and to
 * the input method.
 */
export function isApple(): boolean {
  return /Mac|iP(?:hone|ad|od)/.test(`${navigator.platform} ${navigator.userAgent}`);
}

/** Returns `aria-keyshortcuts` for a key that is pressed together with the command key. */
export const ariaCommand = (key: string) => `${isApple() ? 'Meta' : 'Control'}+${key}`;

/** Returns whether the command key is held, and not the other one of Control and ⌘. */
export function holdsCommand({ ctrlKey, metaKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>): boolean {
  return isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}

/** Returns whether exactly the command key and `key` (lower case) are pressed, outside an IME composition. */
export function isCommand(event: KeyboardEvent, key: string): boolean {
  const isPressed = holdsCommand(event) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key;
  return isPressed && !isOfInputMethod(event);
}

/** Calls back when the command key and `key` (lower case) are pressed anywhere on the page, also in a text field. */
export function useCommandKey(key: string, onPress: () => void): void {
  const handlePress = useEffectEvent(onPress);
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (!isCommand(event, key)) return;
      event.preventDefault();
      handlePress();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [key]);
}
