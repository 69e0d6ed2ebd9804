/**
 * Creates and fills the embedded database before a first start, while `npm start` builds the app; the start runs this
 * program from the server's bundle. Killed at any moment, it leaves an empty database or none.
 */
import { readConfig, readLog } from './config';
import { describeError } from './lib/describe-error';
import { ConfigError } from './lib/environment';
import { say, setLogFormat } from './lib/log';
import { openPrepared } from './start-server';

try {
  setLogFormat(readLog(process.env));
  const { open, news } = await openPrepared(readConfig(process.env));
  for (const line of news) say(line);
  await open.close();
} catch (error) {
  // `npm start` shows this as the reason of the failure.
  console.error(error instanceof ConfigError ? error.message : describeError(error));
  process.exit(1);
}
