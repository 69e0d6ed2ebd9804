/** `npm run move -- DATA_DIR DATABASE_URL`: from the embedded database into a PostgreSQL. */
import { runProgram } from './run-program.mjs';

runProgram('move');
