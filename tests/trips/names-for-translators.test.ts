/** Tests that names of people and companies are marked, so that a page translator leaves them as they are. */
import { waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useSharedServer } from '@tests/support/demo';
import { expect, test } from 'vitest';

useSharedServer();

/** Returns the HTML of the elements whose whole text is a name but that are not marked `translate="no"`. */
function findUnmarked(names: readonly string[]): string[] {
  const unmarked: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (names.includes(node.nodeValue?.trim() ?? '') && !parent?.closest('[translate="no"], option, title'))
      unmarked.push(parent?.outerHTML ?? '');
  }
  return unmarked;
}

test.each([
  ['/', 'staff', ['田中 健一']],
  ['/mypage', 'student', ['佐藤 美咲', '株式会社みなと']],
  ['/companies', 'teacher', ['株式会社みなと']],
  ['/companies/minato', 'teacher', ['佐藤 美咲', '株式会社みなと']],
  ['/users/detail/user-student', 'teacher', ['佐藤 美咲', '株式会社みなと']],
  ['/users/edit/user-student', 'admin', ['佐藤 美咲', '株式会社みなと']],
  ['/users/record/user-student', 'staff', ['佐藤 美咲', '株式会社みなと']],
])('names on %s for %s are marked as not to be translated', async (path, user, names) => {
  await renderApp({ user, path });
  await waitFor(() => expect(document.body.textContent).toContain(names.at(-1)));

  expect(findUnmarked(names)).toEqual([]);
});
