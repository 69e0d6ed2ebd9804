/**
 * Vitest's global setup of the project `postgres`: starts one PostgreSQL with the demo data; each test server gets a
 * copy.
 */
import { setPasswordCost } from '@server/api/auth/passwords';
import { readConfig } from '@server/config';
import { openPostgres } from '@server/db/open-postgres';
import { prepareDatabase } from '@server/db/prepare-database';
import { fillDatabase } from '@server/first-data/fill-database';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { startPostgres } from './postgres';
import { DEMO_TEMPLATE, TEST_PASSWORD_COST } from './template-database';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the running PostgreSQL. */
    postgresUrl: string;
  }
}

/** PostgreSQL's settings for tests: no waiting for the disk, and a time zone other than UTC to find mistakes. */
const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'timezone=Asia/Kathmandu'];

async function makeTemplate(serverUrl: string, templateUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${DEMO_TEMPLATE}`);
  await client.end();
  setPasswordCost(TEST_PASSWORD_COST);
  const config = readConfig({});
  const { patient, close } = await openPostgres(templateUrl, config.postgres);
  await prepareDatabase(patient, (transaction) => fillDatabase(transaction, config));
  await close();
}

/** Starts PostgreSQL, and stops it when all files have run. */
export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres(settings);
  await makeTemplate(postgres.url(), postgres.url(DEMO_TEMPLATE));
  project.provide('postgresUrl', postgres.url());
  return postgres.remove;
}
