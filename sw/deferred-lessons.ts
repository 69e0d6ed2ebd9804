/**
 * Defers caching a newer lesson until its text is cached: until then the older copy, whose text is cached, is not
 * replaced.
 */
import { CACHED_AT_HEADER, type StudyRead } from '@/offline/copies/study-cache';
import { fileKeys } from '@/offline/copies/study-copy';

const lessonPath = /^\/api\/v1\/lessons\/[^/]+$/;

interface DeferredLesson {
  /** The cache key of the content URL of the lesson's text. */
  textUrlKey: string;
  /** The `x-cached-at` header of the copy that the deferred lesson will replace. */
  olderAt: string | null;
  put: () => Promise<void>;
}

/**
 * Returns the cache key of the content URL of a lesson's text; undefined for other reads and lessons without a text.
 */
function textUrlKeyOf({ key, type }: StudyRead, body: ArrayBuffer): string | undefined {
  if (type !== 'api' || !lessonPath.test(new URL(key).pathname)) return undefined;
  const { contentId } = JSON.parse(new TextDecoder().decode(body)) as { contentId?: unknown };
  const isNamed = typeof contentId === 'string' || typeof contentId === 'number';
  return isNamed ? new URL(`/api/v1/content/${contentId}`, key).href : undefined;
}

/** The lessons of one owner's cache that are not written until their texts are cached. */
export class DeferredLessons {
  private readonly waiting = new Map<string, DeferredLesson>();

  constructor(private readonly cacheName: string) {}

  private find(key: string): Promise<Response | undefined> {
    return caches.match(key, { cacheName: this.cacheName, ignoreVary: true });
  }

  private async hasText(textUrlKey: string): Promise<boolean> {
    const place = await this.find(textUrlKey);
    const [file] = place ? fileKeys(await place.json().catch(() => undefined)) : [];
    return file !== undefined && (await this.find(file)) !== undefined;
  }

  /**
   * Writes a copy, unless it is a lesson that would replace an older copy and whose text is not cached yet. Then writes
   * the deferred lessons that waited for this copy.
   *
   * @param put writes the copy.
   */
  async putOrDefer(read: StudyRead, body: ArrayBuffer, put: () => Promise<void>): Promise<void> {
    this.forget(read);
    const textUrlKey = textUrlKeyOf(read, body);
    const lacksText = textUrlKey !== undefined && !(await this.hasText(textUrlKey));
    const older = lacksText ? await this.find(read.key) : undefined;
    if (lacksText && older) {
      const olderAt = older.headers.get(CACHED_AT_HEADER);
      this.waiting.set(read.key, { textUrlKey, olderAt, put });
    } else await put();
    await this.putThoseWithTexts();
  }

  /** Drops a deferred lesson, because the server refuses it now. */
  forget({ key }: StudyRead): void {
    this.waiting.delete(key);
  }

  private async putThoseWithTexts(): Promise<void> {
    for (const [key, lesson] of this.waiting) {
      if (!(await this.hasText(lesson.textUrlKey)) || this.waiting.get(key) !== lesson) continue;
      this.waiting.delete(key);
      // Downloading a course pack may have written a newer copy meanwhile, or deleted it.
      const older = await this.find(key);
      if (older?.headers.get(CACHED_AT_HEADER) === lesson.olderAt) await lesson.put();
    }
  }
}
