/** `npm run doctor`: reports what is misconfigured; changes nothing. */
import { runProgram } from './run-program.mjs';

runProgram('doctor');
