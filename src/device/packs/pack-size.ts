/** Estimates a course's size on the device before it is saved, from a sample of lessons. */
import * as z from 'zod/mini';

import type { CourseDetail } from '@/api/courses';
import { readContentUrl } from '@/api/files/contents';
import { lessonSchema } from '@/api/lessons';
import { request } from '@/api/network/client';
import { UnexpectedAnswerError } from '@/api/network/errors';
import { lessonsOf } from '@/api/outline';
import { findImages } from '@/offline/packs/course-pack-images';

/** Number of sampled lessons; for a course with fewer lessons the size is exact, except for questions. */
const SAMPLE_COUNT = 4;
/** Approximate size, in bytes, of one lesson's outline, question sets and explanations. */
const AROUND_LESSON_BYTES = 6000;

/** Bypasses the worker's cache, because estimating a size must not fill the cache. */
const uncached = { cache: 'no-store' } as const satisfies RequestInit;

async function findUrl(contentId: string): Promise<string> {
  return readContentUrl(await request(`/content/${contentId}`, z.unknown(), { cache: uncached.cache }));
}

async function imageBytes(source: string): Promise<number> {
  const contentId = /^content:([\w-]{1,64})$/.exec(source)?.[1];
  if (!contentId) return 0;
  const response = await fetch(await findUrl(contentId), { ...uncached, method: 'HEAD' });
  const bytes = Number(response.headers.get('Content-Length') ?? Number.NaN);
  if (!response.ok || Number.isNaN(bytes)) throw new UnexpectedAnswerError('The host tells no sizes');
  return bytes;
}

async function lessonBytes(lessonId: string): Promise<number> {
  const { contentId } = await request(`/lessons/${lessonId}`, lessonSchema, { cache: uncached.cache });
  if (!contentId) return AROUND_LESSON_BYTES;
  const response = await fetch(await findUrl(contentId), { ...uncached, headers: { Accept: 'text/markdown' } });
  if (!response.ok) throw new UnexpectedAnswerError(`Status ${response.status} for a text`);
  const text = await response.text();
  let bytes = new TextEncoder().encode(text).length + AROUND_LESSON_BYTES;
  for (const source of findImages(text)) bytes += await imageBytes(source);
  return bytes;
}

/** Picks sample lessons spread evenly over the course. */
function pickSamples(ids: readonly string[]): string[] {
  const step = Math.max(1, ids.length / SAMPLE_COUNT);
  return Array.from({ length: Math.min(SAMPLE_COUNT, ids.length) }, (_, index) => ids[Math.floor(index * step)] ?? '');
}

/** Estimates the size of a course, bytes. @throws {NetworkError}, {ApiError}, {UnexpectedAnswerError}. */
export async function estimatePackBytes({ sections }: CourseDetail): Promise<number> {
  const ids = lessonsOf(sections).map(({ id }) => id);
  const samples = pickSamples(ids);
  const sizes = await Promise.all(samples.map(lessonBytes));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return samples.length === 0 ? 0 : Math.round((bytes / samples.length) * ids.length);
}
