/** The process: reads the environment, starts the server, says where it is, stops on Ctrl+C. */
import { type Config, readConfig, readLog } from './config';
import { DEMO_PASSWORD, demoLogins } from './demo/people';
import { describeError } from './lib/describe-error';
import { ConfigError } from './lib/environment';
import { complain, refuse, say, setLogFormat } from './lib/log';
import { type RunningServer, startServer } from './start-server';

/** Who can sign in by the app that is served here; an app of another API knows none of our people. */
function demoWords({ apiHost }: Config, origin: string): string {
  if (apiHost && apiHost !== origin)
    return `API_HOST: アプリは ${apiHost} につながります。このサーバーのデモの利用者ではログインできません。`;
  const logins = demoLogins.map(({ username, what }) => `${username}（${what}）`).join('、');
  return `デモのログイン: ${logins}　パスワード: ${DEMO_PASSWORD}`;
}

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

/** Whatever still waits for a database that does not answer: so long after the signal it is over. */
const STOP_LIMIT_MS = 10_000;

/** Stops in good order, which takes seconds at most; npm passes on a Ctrl+C that came here too, so a second signal is no order to hurry. */
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
    setTimeout(() => fail('停止が終わらないため、打ち切りました。'), STOP_LIMIT_MS).unref();
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

/** One line for a mistake of whoever starts it, the whole story for one of ours. */
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
