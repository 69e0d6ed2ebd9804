/** 出発前チェック: opens every part of a pack from the device alone. Nothing in this file uses the network. */
import { studyReadAt } from '@/offline/copies/study-cache';
import type { OwnerKey } from '@/session/session';

import { isAppPrecached } from './app-precached';
import { readContent } from './course-pack-content';
import type { PackItem, PackPart } from './course-pack-parts';
import { openStudyCache } from './course-pack-records';
import { PartFault, type PackSurvey, type ReadPart, type WalkOptions, walkPack } from './course-pack-walk';

/** Reads a part's copy. @throws {PartFault} when it is missing, empty or of another type. */
export async function readCopy(cache: Cache, part: PackPart): Promise<ReadPart> {
  const copy = await cache.match(part.key, { ignoreVary: true });
  if (!copy) throw new PartFault('absent');
  const { contentTypes } = studyReadAt(part.url, part.type);
  const isExpected = copy.status === 200 && contentTypes.test(copy.headers.get('Content-Type') ?? '');
  if (!isExpected) throw new PartFault('unreadable');
  if (part.type !== 'image') {
    const bytes = await copy.arrayBuffer();
    return { text: decode(bytes), bytes: bytes.byteLength };
  }
  const { size } = await copy.blob();
  if (size === 0) throw new PartFault('unreadable');
  return { text: '', bytes: size };
}

/** Returns false for the copy of a content URL whose file is not stored: the copy has no signature, so the file could not be fetched with it. */
export async function holdsFile(cache: Cache, part: PackPart, { text }: ReadPart): Promise<boolean> {
  if (part.step !== 'text-url' && part.step !== 'image-url') return true;
  const [file] = readContent(part, text).below;
  return file !== undefined && (await cache.match(file.key, { ignoreVary: true })) !== undefined;
}

/** Decodes UTF-8; other text would be shown as garbage. @throws {PartFault} */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PartFault('unreadable');
  }
}

/** Opens every part of a pack from its copies. @throws {DOMException} when the device fails; the signal's reason. */
export async function checkPack(owner: OwnerKey, courseId: string, options?: WalkOptions): Promise<PackSurvey> {
  const cache = await openStudyCache(owner);
  return walkPack(courseId, (part) => readCopy(cache, part), options);
}

/** Returns the images of texts that point to a file of the app which does not exist: they were never uploaded. */
async function findMissingAppImages(own: readonly PackItem[]): Promise<PackSurvey['faults']> {
  const checks = own.map(async ({ id, ...item }) => {
    const url = new URL(id, globalThis.location.origin).href;
    const isHeld = await caches.match(url, { ignoreSearch: true, ignoreVary: true });
    return isHeld
      ? []
      : [{ item: { ...item, id: `${item.title} ${id}`, title: `${item.title}・${id}` }, reason: 'gone', url } as const];
  });
  return (await Promise.all(checks)).flat();
}

/** The result of 出発前チェック: which parts of a pack open offline. */
export interface PackReadiness {
  /** Number of items that open, and `all`: outline, lessons, question sets, explanations, images. */
  ready: number;
  all: number;
  /** Items that do not open, each once. */
  missing: { item: PackItem; reason: PackSurvey['faults'][number]['reason'] }[];
  /** Images on other hosts: the text shows links, which open only with a network. */
  foreign: string[];
  /** True if the app itself opens without a network. */
  isAppPrecached: boolean;
}

/** Checks a pack and the app itself. @throws {DOMException} when the device fails; the signal's reason. */
export async function checkReadiness(owner: OwnerKey, courseId: string, options?: WalkOptions): Promise<PackReadiness> {
  const [{ text, images, faults, foreign, own }, isHeld] = await Promise.all([
    checkPack(owner, courseId, options),
    isAppPrecached(),
  ]);
  const missingImages = await findMissingAppImages(own);
  const missing = new Map([...faults, ...missingImages].map(({ item, reason }) => [item.id, { item, reason }]));
  return {
    ready: text.done + images.done,
    all: text.total + images.total + missingImages.length,
    missing: [...missing.values()],
    foreign: [...new Set(foreign)],
    isAppPrecached: isHeld,
  };
}
