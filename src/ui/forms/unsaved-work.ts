/** Whether something unfinished would be lost by loading the page anew: asked as the browser asks before it leaves. */

/** True when a guard objects to leaving: a changed form, an upload under way. */
export function hasUnsavedWork(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
