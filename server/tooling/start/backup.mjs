/** `npm run backup`: makes a backup of the embedded database, with or without a running server. */
import { runProgram } from './run-program.mjs';

runProgram('backup');
