/** When the page was laid out; whoever asks in the same frame is answered together. */
let asked: Promise<void> | undefined;

/** A page that nobody sees has no frames. */
export function nextFrame(): Promise<void> {
  asked ??= new Promise((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
  }).then(() => {
    asked = undefined;
  });
  return asked;
}
