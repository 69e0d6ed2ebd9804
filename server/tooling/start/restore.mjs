/** `npm run restore -- FILE DIR`: restores a backup into a new data folder. */
import { runProgram } from './run-program.mjs';

runProgram('restore');
