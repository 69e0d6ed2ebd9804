/**
 * The program of `npm run check-server -- https://api.example.com --student NAME`: exit code 1 if the app cannot work
 * with the server.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { describeError } from '@server/lib/describe-error';
import { ConfigError } from '@server/lib/environment';

import { type CheckOptions, readArguments } from './arguments';
import { initDialect } from './init-dialect';
import { toReport } from './report';
import { checkServer } from './run-checks';

/** Asks for a password in the terminal without showing it. */
async function askPassword({ role }: CheckOptions['logins'][number]): Promise<string> {
  if (!process.stdin.isTTY)
    throw new ConfigError(
      `パスワードがありません。環境変数 CHECK_PASSWORD_${role} か CHECK_PASSWORD で渡してください。`,
    );
  process.stderr.write(`${role} のパスワード（表示されません）: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await prompt.question('');
  } finally {
    prompt.close();
    process.stderr.write('\n');
  }
}

async function withPasswords(options: CheckOptions): Promise<CheckOptions> {
  const logins: CheckOptions['logins'] = [];
  for (const login of options.logins) logins.push({ ...login, password: login.password ?? (await askPassword(login)) });
  return { ...options, logins };
}

const left = new Set<string>();
process.once('SIGINT', () => {
  for (const thing of left) console.error(`残っています: ${thing}`);
  process.exit(130);
});

try {
  const given = readArguments(process.argv.slice(2), process.env);
  if (given.init !== undefined && existsSync(given.init))
    throw new ConfigError(`${given.init} はすでにあります。上書きしません。`);
  const options = await withPasswords(given);
  if (options.init !== undefined) {
    writeFileSync(options.init, await initDialect(options), { flag: 'wx' });
    console.log(`${options.init} を書きました。確かめてから、--init の代わりに --dialect で調べてください。`);
    process.exit(0);
  }
  const findings = await checkServer(options, left);
  console.log(options.json ? JSON.stringify(findings, undefined, 2) : toReport(findings).join('\n'));
  process.exit(findings.some(({ state }) => state === 'fail') ? 1 : 0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : describeError(error));
  process.exit(1);
}
