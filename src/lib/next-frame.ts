/** Resolves after the next layout; calls within one frame share it. */
let asked: Promise<void> | undefined;

/** Falls back to a timer, because hidden pages have no frames. */
export function nextFrame(): Promise<void> {
  asked ??= new Promise((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
  }).then(() => {
    asked = undefined;
  });
  return asked;
}
