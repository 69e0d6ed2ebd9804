/** `npm run move -- DATA_DIR DATABASE_URL`: copies the embedded database into a PostgreSQL. */
import { runProgram } from './run-program.mjs';

runProgram('move');
