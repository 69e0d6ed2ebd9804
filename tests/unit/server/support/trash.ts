/** Lists and restores what a test has deleted. */
import { expect } from 'vitest';
import * as z from 'zod/mini';

import { pageSchema } from '@/api/shapes';
import { type TrashItem, trashItemSchema } from '@/api/trash';

import { useCurriculum } from './curriculum';

export const questions = [
  { id: 'q1', type: 'text', body: '問', choices: [], acceptedAnswers: ['答'], explanation: '解説' },
];

/** Starts a server for the calling test file. @returns functions for its curriculum and its trash. */
export function useTrash() {
  const curriculum = useCurriculum();
  const { server } = curriculum;
  const list = async (as = 'staff'): Promise<TrashItem[]> => {
    const { body } = await server.call('GET', '/api/v1/trash/?size=200', { as });
    return z.parse(pageSchema(trashItemSchema), body).items;
  };
  const itemOf = async (subjectId: string): Promise<TrashItem> =>
    (await list()).find((item) => item.subjectId === subjectId) ?? expect.fail(`${subjectId} is not in the trash`);
  const restore = (item: { id: string }, status = 'published', as = 'staff') =>
    server.call('POST', `/api/v1/trash/${item.id}/restore`, { as, json: { status } });
  return { ...curriculum, list, itemOf, restore };
}
