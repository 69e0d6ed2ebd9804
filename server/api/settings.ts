/** What the service remembers about itself. */
import { randomBytes } from 'node:crypto';

import { picturesOfNotice, savePictures } from '@server/api/content/text-pictures';
import type { Database } from '@server/db/database';
import { settings } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';

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

/** A key that is made once and kept. */
async function readKey(database: Database, key: string): Promise<string> {
  const made = randomBytes(48).toString('base64url');
  await database.insert(settings).values({ key, value: made }).onConflictDoNothing();
  return z.parse(z.string(), await readSetting(database, key));
}

/** The key that signs access tokens: made once, so that a restart signs nobody out. */
export function readSigningKey(database: Database): Promise<string> {
  return readKey(database, 'signing-key');
}

/** The key that signs the URLs of files. */
export function readFileKey(database: Database): Promise<string> {
  return readKey(database, 'file-key');
}

/** The general info of the service. */
export async function readInfo(database: Database): Promise<InfoSettings> {
  const parsed = z.safeParse(infoSettingsSchema, await readSetting(database, 'info'));
  return parsed.success ? parsed.data : plainInfo;
}

/** Changes the general info, in a transaction. */
export async function saveInfo(transaction: Database, info: InfoSettings): Promise<void> {
  await transaction
    .insert(settings)
    .values({ key: 'info', value: info })
    .onConflictDoUpdate({ target: settings.key, set: { value: info } });
  await savePictures(transaction, [picturesOfNotice(info)]);
}
