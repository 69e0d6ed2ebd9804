/** Everything that can be misconfigured, looked at without changing anything. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { requireBuiltFor } from '@server/api/static/built-for';
import { type Config, readConfig } from '@server/config';
import { ConfigError, type Environment } from '@server/environment';

import { examineBackups, examineClock, examineDataFolder, examinePort } from './examine-places';
import { examinePostgres } from './examine-postgres';
import { type Finding, ill, mind, well } from './finding';

const wordsOf = (error: unknown) => (error instanceof ConfigError ? error.message : String(error));

function readSettings(env: Environment): { config?: Config; finding: Finding } {
  try {
    return { config: readConfig(env), finding: well('設定', '読めました。') };
  } catch (error) {
    return { finding: ill('設定', wordsOf(error)) };
  }
}

function examineApp(config: Config): Finding {
  if (!existsSync(join(config.appDir, 'index.html')))
    return mind('アプリ', `${config.appDir} にありません。npm run build か npm start で作られます。`);
  try {
    requireBuiltFor(config);
    return well('アプリ', `${config.appDir} にあります。`);
  } catch (error) {
    return ill('アプリ', wordsOf(error));
  }
}

/** What each allows alone, and what together lets in the wrong people, or nobody. */
function examinePeople({ demo, apiHost, host, admin }: Config): Finding[] {
  const findings: Finding[] = [];
  const isPublic = !['localhost', '127.0.0.1', '::1'].includes(host);
  if (demo && isPublic)
    findings.push(mind('DEMO', '公開されているパスワードで誰でもログインできます。本番では DEMO=off にしてください。'));
  if (demo && apiHost)
    findings.push(mind('API_HOST', `アプリは ${apiHost} につながります。デモの利用者ではログインできません。`));
  if (admin)
    findings.push(mind('ADMIN_PASSWORD', '起動のたびに管理者のパスワードを設定し直します。済んだら外してください。'));
  return findings;
}

async function examineConfig(config: Config): Promise<Finding[]> {
  const { databaseUrl, metrics } = config;
  return [
    ...(databaseUrl ? await examinePostgres(databaseUrl, config) : examineDataFolder(config)),
    await examinePort('PORT', config),
    ...(metrics ? [await examinePort('METRICS_PORT', metrics)] : []),
    examineApp(config),
    ...examinePeople(config),
    ...(await examineBackups(config)),
  ];
}

/** Looks at all there is to see with these variables. */
export async function examine(env: Environment): Promise<Finding[]> {
  const { config, finding } = readSettings(env);
  const node = well('Node.js', process.versions.node);
  return [node, finding, examineClock(), ...(config ? await examineConfig(config) : [])];
}
