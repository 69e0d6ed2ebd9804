/** Describes the calls of the trash (capability `trash`). */
import { holdersOf } from '@server/api/access/permissions';

import type { Call } from './call';

export const trashCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/trash/',
    summary:
      'Lists courses, sections, chapters, lessons and question sets that were deleted in the last 30 days, newest first',
    roles: holdersOf('curriculum.write'),
    status: 200,
    answer: 'TrashItem',
    isList: true,
    refusals: [403],
    ability: 'trash',
    example: { as: 'staff' },
    screens: ['ごみ箱'],
    without: 'part',
  },
  {
    method: 'POST',
    path: '/trash/{id}/restore',
    summary:
      'Restores a deleted thing with its ids at its place; a course gets the given status, others return to their course, which may be published only with `published`',
    roles: holdersOf('curriculum.write'),
    body: { as: 'json', shape: 'Restore', example: { status: 'published' } },
    status: 204,
    refusals: [403, 404, 409, 422],
    ability: 'trash',
    example: { as: 'staff', params: { id: 'trashed' } },
    screens: ['ごみ箱'],
    without: 'part',
  },
];
