/** `npm run doctor`: tells what is misconfigured, and changes nothing. */
import { runProgram } from './run-program.mjs';

runProgram('doctor');
