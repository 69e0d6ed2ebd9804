/** What the service remembers about itself. */
import { randomBytes } from 'node:crypto';

import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { Database } from './database';
import { settings } from './schema';

const infoSettingsSchema = z.object({
  serviceName: z.string(),
  notice: z.nullable(z.string()),
  communityUrl: z.nullable(z.string()),
  supportEmail: z.nullable(z.string()),
});
export type InfoSettings = z.infer<typeof infoSettingsSchema>;

const plainInfo: InfoSettings = { serviceName: 'まなびば', notice: null, communityUrl: null, supportEmail: null };

async function readSetting(database: Database, key: string): Promise<unknown> {
  const [row] = await database.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  return row?.value;
}

/** The key that signs access tokens: made once, so that a restart signs nobody out. */
export async function readSigningKey(database: Database): Promise<string> {
  const made = randomBytes(48).toString('base64url');
  await database.insert(settings).values({ key: 'signing-key', value: made }).onConflictDoNothing();
  return z.parse(z.string(), await readSetting(database, 'signing-key'));
}

/** The general info of the service. */
export async function readInfo(database: Database): Promise<InfoSettings> {
  const parsed = z.safeParse(infoSettingsSchema, await readSetting(database, 'info'));
  return parsed.success ? parsed.data : plainInfo;
}

export async function saveInfo(database: Database, info: InfoSettings): Promise<void> {
  await database
    .insert(settings)
    .values({ key: 'info', value: info })
    .onConflictDoUpdate({ target: settings.key, set: { value: info } });
}
