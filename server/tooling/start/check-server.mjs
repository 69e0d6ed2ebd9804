/** `npm run check-server -- https://api.example.com --student NAME`: reports what of a server's API fits the app; writes nothing. */
import { runProgram } from './run-program.mjs';

runProgram('check-server');
