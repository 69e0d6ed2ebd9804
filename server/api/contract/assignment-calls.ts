/** Describes the calls of required courses (capability `assignments`) for the contract. */
import { holdersOf } from '@server/api/access/permissions';

import { type Call, everybody, versionWords } from './call';

export const assignmentCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/assignments/',
    summary:
      'Required courses with their dates: all, the own company’s for STAFF, without people for learners their own',
    roles: everybody,
    status: 200,
    answer: 'Assignment',
    isList: true,
    ability: 'assignments',
    example: { as: 'student' },
    screens: ['ホーム', '企業情報'],
    without: 'part',
  },
  {
    method: 'POST',
    path: '/assignments/',
    summary: 'Requires a course of a company or of at most 200 people; the same body again changes nothing',
    roles: holdersOf('assignment.write'),
    body: {
      as: 'json',
      shape: 'NewAssignment',
      example: { id: 'safety-2026', courseId: 'security', companyId: 'minato', dueAt: '2026-12-31T14:59:59Z' },
    },
    status: 201,
    answer: 'Assignment',
    refusals: [403, 409, 422],
    ability: 'assignments',
    example: { as: 'teacher' },
    screens: ['企業情報'],
    without: 'part',
  },
  {
    method: 'PATCH',
    path: '/assignments/{id}',
    summary: `Changes an assignment, left-out fields stay; ${versionWords()}`,
    roles: holdersOf('assignment.write'),
    body: { as: 'json', shape: 'UpdateAssignment', example: { note: '年末まで' } },
    status: 200,
    answer: 'Assignment',
    refusals: [403, 404, 409, 422],
    ability: 'assignments',
    example: { as: 'teacher', params: { id: 'safety-2026' } },
    screens: ['企業情報'],
    without: 'part',
  },
  {
    method: 'DELETE',
    path: '/assignments/{id}',
    summary: 'Deletes an assignment; what was studied stays',
    roles: holdersOf('assignment.write'),
    status: 204,
    refusals: [403, 404],
    ability: 'assignments',
    example: { as: 'teacher', params: { id: 'safety-2026' } },
    screens: ['企業情報'],
    without: 'part',
  },
];
