/** Describes the calls of required courses (capability `assignments`) for the contract. */
import {
  createAssignment,
  deleteAssignment,
  fetchAssignments,
  newAssignmentSchema,
  updateAssignment,
  updateAssignmentSchema,
} from '@/api/assignments';

import { describeCall, versionWords } from './call';

const common = { ability: 'assignments', screens: ['企業情報'], without: 'part' } as const;
const write = { ...common, permission: 'assignment.write' } as const;

export const assignmentCalls = {
  list: describeCall(fetchAssignments, {
    ...common,
    summary:
      'Required courses with their dates: all, the own company’s for STAFF, without people for learners their own',
    permission: 'everybody',
    example: { as: 'student' },
    screens: ['ホーム', '企業情報'],
  }),
  create: describeCall(createAssignment, {
    ...write,
    summary: 'Requires a course of a company or of at most 200 people; the same body again changes nothing',
    body: {
      shape: newAssignmentSchema,
      example: { id: 'safety-2026', courseId: 'security', companyId: 'minato', dueAt: '2026-12-31T14:59:59Z' },
    },
    refusals: [409],
    example: { as: 'teacher' },
  }),
  update: describeCall(updateAssignment, {
    ...write,
    summary: `Changes an assignment, left-out fields stay; ${versionWords()}`,
    body: { shape: updateAssignmentSchema, example: { note: '年末まで' } },
    refusals: [409],
    example: { as: 'teacher', params: { id: 'safety-2026' } },
  }),
  remove: describeCall(deleteAssignment, {
    ...write,
    summary: 'Deletes an assignment; what was studied stays',
    example: { as: 'teacher', params: { id: 'safety-2026' } },
  }),
};
