/** Newer lessons whose texts have not come: the older copy, whose text is there, stays until they have. */
import { CACHED_AT_HEADER, type StudyRead } from '@/offline/copies/study-cache';
import { fileKeys } from '@/offline/copies/study-copy';

const lessonPath = /^\/api\/v1\/lessons\/[^/]+$/;

interface DeferredLesson {
  /** Where the copy of its text's address is. */
  textUrlKey: string;
  /** When the copy was made whose place it is to take. */
  olderAt: string | null;
  put: () => Promise<void>;
}

/** The key of the address of a lesson's text; undefined of what is no lesson, or has none. */
function textUrlKeyOf({ key, type }: StudyRead, body: ArrayBuffer): string | undefined {
  if (type !== 'api' || !lessonPath.test(new URL(key).pathname)) return undefined;
  const { contentId } = JSON.parse(new TextDecoder().decode(body)) as { contentId?: unknown };
  const isNamed = typeof contentId === 'string' || typeof contentId === 'number';
  return isNamed ? new URL(`/api/v1/content/${contentId}`, key).href : undefined;
}

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
   * Puts what has come, unless it is a lesson that would take an older copy's place and has no text here; it may be what another
   * has waited for.
   *
   * @param put writes the copy.
   */
  async take(read: StudyRead, body: ArrayBuffer, put: () => Promise<void>): Promise<void> {
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

  /** The server gives it no more. */
  forget({ key }: StudyRead): void {
    this.waiting.delete(key);
  }

  private async putThoseWithTexts(): Promise<void> {
    for (const [key, lesson] of this.waiting) {
      if (!(await this.hasText(lesson.textUrlKey)) || this.waiting.get(key) !== lesson) continue;
      this.waiting.delete(key);
      // A course pack may have put a newer one there meanwhile, or heard that it is refused.
      const older = await this.find(key);
      if (older?.headers.get(CACHED_AT_HEADER) === lesson.olderAt) await lesson.put();
    }
  }
}
