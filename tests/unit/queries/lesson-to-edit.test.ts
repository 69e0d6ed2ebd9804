/** Tests the read of a lesson whose view is being left while its data is still being refreshed. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

import type { Lesson } from '@/api/lessons';
import { readLessonToEdit } from '@/queries/curriculum/lesson-to-edit';
import { lessonQueries } from '@/queries/curriculum/lessons';

const answers: ((lesson: Partial<Lesson>) => void)[] = [];
vi.mock('@/api/lessons', async (original) => ({
  ...(await original<object>()),
  fetchLesson: (_id: string, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      answers.push(resolve);
    }),
}));

test('fault: a lesson’s view refreshes the lesson and is left for its editor → the editor reads the lesson again', async () => {
  const queryClient = new QueryClient();
  const leave = new QueryObserver(queryClient, lessonQueries.detail('l1')).subscribe(() => undefined);
  const reading = readLessonToEdit(queryClient, 'l1');

  leave();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.({ id: 'l1', courseId: 'c1', title: '新しい題' });

  expect((await reading).lesson.title).toBe('新しい題');
});
