/** The process: reads the environment, starts the server, says where it is, stops on Ctrl+C. */
import { ConfigError, readConfig } from './config';
import { DEMO_PASSWORD, demoLogins } from './demo/people';
import { describeError } from './describe-error';
import { type RunningServer, startServer } from './server';

function printWelcome({ origin, news }: RunningServer, isDemo: boolean): void {
  console.log([`まなびば: ${origin}`, ...news].join('\n'));
  if (!isDemo) return;
  const logins = demoLogins.map(({ username, what }) => `${username}（${what}）`).join('、');
  console.log(`デモのログイン: ${logins}　パスワード: ${DEMO_PASSWORD}`);
}

/** Whatever still waits for a database that does not answer: so long after the signal it is over. */
const STOP_LIMIT_MS = 10_000;

/** Stops in good order, which takes seconds at most; npm passes on a Ctrl+C that came here too, so a second signal is no order to hurry. */
function stopOnSignal(server: RunningServer): void {
  let isStopping = false;
  const handleSignal = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(describeError(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, handleSignal);
}

/** One line for a mistake of whoever starts it, the whole story for one of ours. */
function reportFailure(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : describeError(error));
  process.exit(1);
}

try {
  const config = readConfig(process.env);
  const server = await startServer(config);
  stopOnSignal(server);
  printWelcome(server, config.demo);
} catch (error) {
  reportFailure(error);
}
