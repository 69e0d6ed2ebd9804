/** Lists every call of the API. A test compares this table with the server's routes. */
import { assignmentCalls } from './assignment-calls';
import type { Call } from './call';
import { curriculumCalls } from './curriculum-calls';
import { auditCalls, companyCalls, serviceCalls, signInCalls, userCalls } from './people-calls';
import { contentCalls, progressCalls, questionSetCalls, submitCalls } from './study-calls';
import { trashCalls } from './trash-calls';

/** In the order of docs/openapi.json. */
export const calls: readonly Call[] = [
  signInCalls,
  serviceCalls,
  userCalls,
  companyCalls,
  auditCalls,
  assignmentCalls,
  ...Object.values(curriculumCalls),
  trashCalls,
  questionSetCalls,
  contentCalls,
  submitCalls,
  progressCalls,
].flatMap((table) => Object.values<Call>(table));
