/** Lists every call of the API. A test compares this table with the server's routes. */
import { assignmentCalls } from './assignment-calls';
import type { Call } from './call';
import { curriculumCalls } from './curriculum-calls';
import { peopleCalls } from './people-calls';
import { studyCalls } from './study-calls';
import { trashCalls } from './trash-calls';

export const calls: readonly Call[] = [
  ...peopleCalls,
  ...assignmentCalls,
  ...curriculumCalls,
  ...trashCalls,
  ...studyCalls,
];
