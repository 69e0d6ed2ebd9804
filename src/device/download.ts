/** Files that the page makes and the browser saves. */

/** Has the browser save a text as a file. @param text or its parts. */
export function downloadText(fileName: string, text: string | Blob[], type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text].flat(), { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads the address a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file's name without what no file system takes in one. */
export function fileNameOf(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_');
}
