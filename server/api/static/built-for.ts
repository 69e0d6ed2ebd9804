/** Checks that the built app has the same settings as this server. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from '@server/config';
import { ConfigError } from '@server/lib/environment';

/**
 * Checks the settings in the built app's page (server/tooling/bundling/settings-tags.ts) against the server's: with
 * other image hosts the browser would block pictures, and with another time offset the app would show wrong times.
 *
 * @throws {ConfigError}
 */
export function requireBuiltFor({
  appDir,
  imageHosts,
  apiTimeOffset,
}: Pick<Config, 'appDir' | 'imageHosts' | 'apiTimeOffset'>): void {
  const file = join(appDir, 'index.html');
  if (!existsSync(file)) return;
  const page = readFileSync(file, 'utf8');
  const builtWith = (name: string) => new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(page)?.[1];
  const hosts = [builtWith('image-hosts') ?? '', imageHosts.join(' ')] as const;
  if (hosts[0] !== hosts[1])
    throw new ConfigError(
      `IMAGE_HOSTS: ${appDir} のアプリは「${hosts[0]}」、このサーバーは「${hosts[1]}」の画像を表示する設定です。同じ IMAGE_HOSTS と CONTENT_HOST でアプリを組み立て直してください。`,
    );
  const offset = builtWith('api-time-offset') ?? 'Z';
  if (offset !== apiTimeOffset)
    throw new ConfigError(
      `API_TIME_OFFSET: ${appDir} のアプリは「${offset}」、このサーバーは「${apiTimeOffset}」の設定です。同じ API_TIME_OFFSET でアプリを組み立て直してください。`,
    );
}
