/** Tests that each screen of staff has at most one primary button, and that deletions are inside the ⋯ menu. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { press, useMadeCourses } from '@tests/support/course-editing';
import { useOwnServer } from '@tests/support/demo';
import { addOutline, firstSection } from '@tests/support/outline';
import { screensByUser } from '@tests/support/screens';
import { expect, test } from 'vitest';

useOwnServer('primary-buttons');
const { makeCourse } = useMadeCourses();

const main = () => screen.getByRole('main');
const namesOf = (elements: Iterable<Element>) =>
  Array.from(elements, (element) => element.getAttribute('aria-label') ?? element.textContent);

/** Returns the names of the primary (filled) buttons; a button without a variant is filled. */
function primaryButtons(): string[] {
  const buttons = main().querySelectorAll('.mantine-Button-root:not([hidden])');
  return namesOf([...buttons].filter((each) => ['filled', null].includes(each.getAttribute('data-variant'))));
}

function expectCalm(): void {
  expect(primaryButtons().length, primaryButtons().join('、')).toBeLessThanOrEqual(1);
  expect(namesOf(within(main()).queryAllByRole('button', { name: /削除/ }))).toEqual([]);
}

/** Addresses of screens that learners see, too, and that show additional buttons to editors. */
const editors = ['/courses/git', '/sections/git-s1', '/lessons/git-files', '/users/detail/user-student'];

const cases = screensByUser
  .filter(([user]) => user !== 'student')
  .flatMap(([user, paths]) => [...paths, ...(user === 'teacher' ? editors : [])].map((path) => [user, path] as const));

test.each(cases)('%s finds one primary button at most, and no deletion outside a menu, at %s', async (user, path) => {
  await renderApp({ user, path });
  await waitFor(() => expect(main().querySelector('h1')?.textContent).not.toBe(''));
  expectCalm();
});

test('a draft’s primary button publishes the course, a published course’s primary button edits it', async () => {
  const course = await addOutline(await makeCourse());
  const app = await renderApp({ user: 'teacher', path: `/courses/${course.id}` });
  await waitFor(() => expect(primaryButtons()).toEqual(['公開する']));
  expectCalm();
  await press(app, '公開する');
  // The button appears late, because the check before publishing reads every lesson first.
  await app.user.click(await screen.findByRole('button', { name: 'このまま公開する' }));

  await waitFor(() => expect(primaryButtons()).toEqual(['コースを編集']));
  await app.goTo(`/sections/${firstSection(course).id}`);
  await waitFor(() => expect(primaryButtons()).toEqual(['セクションを編集']));
  expectCalm();
});
