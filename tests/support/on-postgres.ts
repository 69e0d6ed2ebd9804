/** Vitest's setup of the project `postgres`: makes the servers of its files use PostgreSQL. */
import { inject } from 'vitest';

import { usePostgres } from './server';

usePostgres(inject('postgresUrl'));
