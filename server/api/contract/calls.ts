/** Every call of the API, as the contract tells it; a test holds this table against the server's routes. */
import type { Call } from './call';
import { curriculumCalls } from './curriculum-calls';
import { peopleCalls } from './people-calls';
import { studyCalls } from './study-calls';

export const calls: readonly Call[] = [...peopleCalls, ...curriculumCalls, ...studyCalls];
