/** Links from lesson to lesson as documents have them: `./next.md#words`, by a lesson's id or by its title. */

export interface LinkedLesson {
  id: string;
  title: string;
}

function fold(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}

function decode(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
}

/** A relative address, or one of a document: its file's name without the ending, and what follows. */
const document =
  /^(?![a-z][\w+.-]*:|[?#]|\/(?!.*\.(?:mdx?|html?)(?:$|[?#])))(?:[^?#]*\/)?([^/?#]+?)(?:\.(?:mdx?|html?))?\/?(#.*)?$/i;

/**
 * Where a link leads in a course: the lesson that is called so, by id or title, or whose title the link's words are.
 *
 * @returns its address in the app; undefined where the link means no lesson of these
 */
export function findLinkedLesson(lessons: readonly LinkedLesson[], href: string, words: string): string | undefined {
  const [isDocument, name = '', hash = ''] = document.exec(href) ?? [];
  if (isDocument === undefined) return undefined;
  const names = [decode(name), words].map(fold);
  const found = lessons.find(({ id }) => id === name) ?? lessons.find(({ title }) => names.includes(fold(title)));
  return found && `/lessons/${found.id}${hash}`;
}
