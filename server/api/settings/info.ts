/**
 * The general information of the service in the settings: its name, notice and contact addresses; GET /info/ returns
 * it.
 */
import { picturesOfNotice, savePictures } from '@server/api/pictures/text-pictures';
import type { Database } from '@server/db/database';
import { settings } from '@server/db/schema';
import * as z from 'zod/mini';

import { readSetting } from './read-setting';

const infoSettingsSchema = z.object({
  serviceName: z.string(),
  notice: z.nullable(z.string()),
  communityUrl: z.nullable(z.string()),
  supportEmail: z.nullable(z.string()),
});
export type InfoSettings = z.infer<typeof infoSettingsSchema>;

const defaultInfo: InfoSettings = { serviceName: 'まなびば', notice: null, communityUrl: null, supportEmail: null };

/** Reads the general information; defaults if none is stored or it is invalid. */
export async function readInfo(database: Database): Promise<InfoSettings> {
  const parsed = z.safeParse(infoSettingsSchema, await readSetting(database, 'info'));
  return parsed.success ? parsed.data : defaultInfo;
}

/** Replaces the general information, and stores which pictures its notice shows. */
export async function saveInfo(transaction: Database, info: InfoSettings): Promise<void> {
  await transaction
    .insert(settings)
    .values({ key: 'info', value: info })
    .onConflictDoUpdate({ target: settings.key, set: { value: info } });
  await savePictures(transaction, [picturesOfNotice(info)]);
}
