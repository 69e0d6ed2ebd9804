/** `npm run strip-pictures`: removes the metadata of stored pictures, with or without a running server. */
import { runProgram } from './run-program.mjs';

runProgram('strip-pictures');
