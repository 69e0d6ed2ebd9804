/** The rights of calls beyond the specification, which the server names by a capability, added to the rights table. */
import { badIds, type Statuses } from './rights-ids';
import {
  all,
  editors,
  editorsDelete,
  json,
  managers,
  nothingToEdit,
  one,
  type Rule,
  specifiedRights,
} from './rights-table';

const require = (target: object) => () => ({
  json: { id: crypto.randomUUID(), courseId: 'git', dueAt: '2030-12-31T14:59:59.000Z', ...target },
});
const created: Statuses = [403, 403, 201, 201];
const noneToManage: Statuses = [403, 403, 404, 404];
const editAssignments = (expected: Statuses): Rule['ids'] => ({
  'own company': { id: { make: 'assignment' }, expected },
  foreign: { id: { make: 'assignment-elsewhere' }, expected },
  ...badIds(noneToManage),
});
const assignmentRules: Rule[] = [
  one('GET /assignments/', all),
  one('POST /assignments/', created, require({ companyId: 'minato' })),
  one('POST /assignments/', created, require({ companyId: 'yamabiko' })),
  one('POST /assignments/', created, require({ userIds: ['user-student', 'user-student2'] })),
  one('POST /assignments/', [403, 403, 422, 422], require({ companyId: 'nothing-of-that-name' })),
  one('POST /assignments/', [403, 403, 422, 422], require({ companyId: 'minato', courseId: 'nothing-of-that-name' })),
  { call: 'PATCH /assignments/{id}', ids: editAssignments(managers), options: json({ note: '改' }) },
  { call: 'DELETE /assignments/{id}', ids: editAssignments([403, 403, 204, 204]) },
];
const trashRules: Rule[] = [
  one('GET /trash/', editors),
  {
    call: 'POST /trash/{id}/restore',
    ids: { deleted: { id: { make: 'deleted-course' }, expected: editorsDelete }, ...badIds(nothingToEdit) },
    options: json({ status: 'draft' }),
  },
];
const searchedLists: Rule[] = ['GET /users/?state=behind&q=a', 'GET /courses/?figures=true', 'GET /lessons/?q=a'].map(
  (call) => one(call, all),
);

/** The whole table. */
export const rights: readonly Rule[] = [...specifiedRights, ...assignmentRules, ...trashRules, ...searchedLists];
