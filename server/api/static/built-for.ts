/** Checks that the built app allows pictures from the same hosts as this server. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from '@server/config';
import { ConfigError } from '@server/lib/environment';

/** Finds the picture hosts that the build wrote into the page (vite.config.ts); the page has no such tag if there are no hosts. */
const builtHosts = /<meta name="image-hosts" content="([^"]*)"/;

/** Checks the built app's picture hosts against the server's: with other hosts the browser would block pictures. @throws {ConfigError} */
export function requireBuiltFor({ appDir, imageHosts }: Pick<Config, 'appDir' | 'imageHosts'>): void {
  const page = join(appDir, 'index.html');
  if (!existsSync(page)) return;
  const built = builtHosts.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
  const here = imageHosts.join(' ');
  if (built === here) return;
  throw new ConfigError(
    `IMAGE_HOSTS: ${appDir} のアプリは「${built}」、このサーバーは「${here}」の画像を表示する設定です。同じ IMAGE_HOSTS と CONTENT_HOST でアプリを組み立て直してください。`,
  );
}
