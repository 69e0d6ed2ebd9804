/** Downloads of files that the page creates. */

/** Saves a text as a file. @param text the text or its parts. */
export function downloadText(fileName: string, text: string | Blob[], type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text].flat(), { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns a name without characters that file systems do not allow. */
export function fileNameOf(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_');
}
