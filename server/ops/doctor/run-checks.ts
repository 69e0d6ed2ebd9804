/** Runs all checks of `npm run doctor` for misconfiguration. The checks change nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { requireBuiltFor } from '@server/api/static/built-for';
import { type Config, readConfig } from '@server/config';
import { ConfigError, type Environment } from '@server/lib/environment';

import { checkCounts } from './count-checks';
import { type Finding, fail, pass, warn } from './finding';
import { checkBackups, checkClock, checkDataFolder, checkPort } from './host-checks';
import { checkPostgres } from './postgres-checks';

const messageOf = (error: unknown) => (error instanceof ConfigError ? error.message : String(error));

function readSettings(env: Environment): { config?: Config; finding: Finding } {
  try {
    return { config: readConfig(env), finding: pass('設定', '読めました。') };
  } catch (error) {
    return { finding: fail('設定', messageOf(error)) };
  }
}

function checkApp(config: Config): Finding {
  if (!existsSync(join(config.appDir, 'index.html')))
    return warn('アプリ', `${config.appDir} にありません。npm run build か npm start で作られます。`);
  try {
    requireBuiltFor(config);
    return pass('アプリ', `${config.appDir} にあります。`);
  } catch (error) {
    return fail('アプリ', messageOf(error));
  }
}

/** Checks for combinations of variables that let in the wrong people or lock everyone out. */
function checkLogins({ demo, apiHost, host, admin }: Config): Finding[] {
  const findings: Finding[] = [];
  const isPublic = !['localhost', '127.0.0.1', '::1'].includes(host);
  if (demo && isPublic)
    findings.push(warn('DEMO', '公開されているパスワードで誰でもログインできます。本番では DEMO=off にしてください。'));
  if (demo && apiHost)
    findings.push(warn('API_HOST', `アプリは ${apiHost} につながります。デモの利用者ではログインできません。`));
  if (admin)
    findings.push(warn('ADMIN_PASSWORD', '起動のたびに管理者のパスワードを設定し直します。済んだら外してください。'));
  return findings;
}

/** Checks the embedded database; opens a copy only of a folder without faults. */
async function checkEmbedded(config: Config): Promise<Finding[]> {
  const findings = await checkDataFolder(config);
  const isFaulty = findings.some(({ about, state }) => about === 'DATA_DIR' && state === 'fail');
  return isFaulty ? findings : [...findings, ...(await checkCounts(config))];
}

async function checkWithConfig(config: Config): Promise<Finding[]> {
  const { databaseUrl, metrics } = config;
  return [
    ...(databaseUrl ? await checkPostgres(databaseUrl, config) : await checkEmbedded(config)),
    await checkPort('PORT', config),
    ...(metrics ? [await checkPort('METRICS_PORT', metrics)] : []),
    checkApp(config),
    ...checkLogins(config),
    ...(await checkBackups(config)),
  ];
}

/** Runs all of doctor's checks with the given environment variables. */
export async function runChecks(env: Environment): Promise<Finding[]> {
  const { config, finding } = readSettings(env);
  const node = pass('Node.js', process.versions.node);
  return [node, finding, checkClock(), ...(config ? await checkWithConfig(config) : [])];
}
