/** Keys of a lesson's screen. */
import { isOfInputMethod } from '@/ui/input-method';

/** Elements that handle keys themselves while focused: scrollable code, menus. */
const OWN_KEYS_SELECTOR =
  'dialog, [role="dialog"], [role="menu"], [role="region"][tabindex="0"], [role="group"][tabindex="0"]';

/** Returns a key's handler that leaves the key to an input method, and to elements with keys of their own. */
export function unlessTaken(handle: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const isTaken = event.target instanceof Element && event.target.closest(OWN_KEYS_SELECTOR) !== null;
    if (!isTaken && !isOfInputMethod(event)) handle();
  };
}
