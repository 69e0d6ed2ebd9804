/** The setup file of vitest's project `postgres`: makes the test servers of these files use PostgreSQL. */
import { inject } from 'vitest';

import { usePostgres } from './server';

usePostgres(inject('postgresUrl'));
