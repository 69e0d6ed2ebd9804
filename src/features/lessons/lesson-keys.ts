/** The keyboard shortcuts of a lesson's screen, which never take keys from input methods and menus. */
import { type HotkeyItemOptions, useHotkeys } from '@mantine/hooks';

import { useDisplaySettings } from '@/ui/display/display-settings';
import { isOfInputMethod } from '@/ui/keys/input-method';

/** Elements that handle keys themselves while focused: scrollable code, menus. */
const OWN_KEYS_SELECTOR =
  'dialog, [role="dialog"], [role="menu"], [role="region"][tabindex="0"], [role="group"][tabindex="0"]';

/**
 * Returns a shortcut's handler that ignores keys of an input method (IME), and keys pressed in elements that handle
 * keys themselves.
 */
export function unlessTaken(handle: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const isTaken = event.target instanceof Element && event.target.closest(OWN_KEYS_SELECTOR) !== null;
    if (!isTaken && !isOfInputMethod(event)) handle();
  };
}

/** Listens for shortcuts of one key, unless they are switched off on this device. */
export function useSingleKeys(keys: readonly [key: string, handle: () => void, options?: HotkeyItemOptions][]): void {
  const { singleKeys } = useDisplaySettings();
  useHotkeys(singleKeys ? keys.map(([key, handle, options]) => [key, unlessTaken(handle), options]) : []);
}
