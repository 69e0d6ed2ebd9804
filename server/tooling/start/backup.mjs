/** `npm run backup`: makes a backup of the embedded database, whether or not a server runs on it. */
import { runProgram } from './run-program.mjs';

runProgram('backup');
