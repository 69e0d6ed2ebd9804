/** Describes the calls of the trash (capability `trash`). */
import { fetchTrash, restoreFromTrash, restoreSchema } from '@/api/trash';

import { describeCall } from './call';

const common = { permission: 'curriculum.write', ability: 'trash', screens: ['ごみ箱'], without: 'part' } as const;

export const trashCalls = {
  list: describeCall(fetchTrash, {
    ...common,
    summary:
      'Lists courses, sections, chapters, lessons and question sets that were deleted in the last 30 days, newest first',
    example: { as: 'staff' },
  }),
  restore: describeCall(restoreFromTrash, {
    ...common,
    summary:
      'Restores a deleted thing with its ids at its place; a course gets the given status, others return to their course, which may be published only with `published`',
    body: { shape: restoreSchema, example: { status: 'published' } },
    status: 204,
    refusals: [409],
    example: { as: 'staff', params: { id: 'trashed' } },
  }),
};
