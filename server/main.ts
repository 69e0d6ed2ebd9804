/**
 * Entry point of the server process: reads the environment, starts the server, prints its address, stops on a signal.
 */
import { type Config, readConfig, readLog } from './config';
import { DEMO_PASSWORD, demoLogins } from './demo/people';
import { describeError } from './lib/describe-error';
import { ConfigError } from './lib/environment';
import { complain, refuse, say, setLogFormat } from './lib/log';
import { type RunningServer, startServer } from './start-server';

/** Returns the demo logins. An app that was built for another API (API_HOST) cannot use them. */
function demoWords({ apiHost }: Config, origin: string): string {
  if (apiHost && apiHost !== origin)
    return `API_HOST: アプリは ${apiHost} につながります。このサーバーのデモの利用者ではログインできません。`;
  const logins = demoLogins.map(({ username, what }) => `${username}（${what}）`).join('、');
  return `デモのログイン: ${logins}　パスワード: ${DEMO_PASSWORD}`;
}

/** Prints address, version and what the start has changed. */
function welcome({ origin, metricsOrigin, news: changes }: RunningServer, config: Config): void {
  const { log, version, demo } = config;
  const words = `まなびば ${version}: ${origin}`;
  const news = metricsOrigin ? [`METRICS: ${metricsOrigin}/metrics`, ...changes] : changes;
  if (log === 'json') {
    say(words, { version, origin });
    for (const line of news) say(line);
    return;
  }
  console.log([words, ...news].join('\n'));
  if (demo) console.log(demoWords(config, origin));
}

/**
 * Time between the signal and the exit of the process, ms. It exits even while calls wait for a database that does not
 * answer.
 */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Stops gracefully on SIGINT and SIGTERM. Later signals are ignored, because npm forwards a Ctrl+C that this process
 * has already received.
 */
function stopOnSignal(server: RunningServer): void {
  let isStopping = false;
  const handleSignal = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    say(`停止します（${signal}）。`, { signal });
    const fail = (words: string) => {
      complain(words);
      process.exit(1);
    };
    setTimeout(() => fail('停止が終わらないため、打ち切りました。'), STOP_TIMEOUT_MS).unref();
    server.stop().then(
      () => {
        say('停止しました。');
        process.exit(0);
      },
      (error: unknown) => fail(describeError(error)),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, handleSignal);
}

/** Prints one line for a configuration error, the stack for any other, and exits with 1. */
function reportFailure(error: unknown): never {
  if (error instanceof ConfigError) refuse(error.message);
  else complain(describeError(error));
  process.exit(1);
}

try {
  setLogFormat(readLog(process.env));
  const config = readConfig(process.env);
  const server = await startServer(config);
  stopOnSignal(server);
  welcome(server, config);
} catch (error) {
  reportFailure(error);
}
