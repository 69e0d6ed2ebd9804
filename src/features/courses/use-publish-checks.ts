/** Checks a course before it is published: its empty parts, and the texts of its lessons and question sets. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { CourseDetail } from '@/api/courses';
import { lessonsOf } from '@/api/outline';
import { loadCode } from '@/lib/load-code';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { findGaps } from '@/study/outline/outline-gaps';
import { type Finding, UNREAD } from '@/study/outline/publish-checks';

/** Time in ms after which progress is shown, so that short checks do not flicker. */
const SLOW_MS = 1000;

/** The findings that an editor should see before a course is published. */
export interface PublishReport {
  /** The empty parts of the course, each described in a sentence. */
  gaps: readonly string[];
  findings: readonly Finding[];
}

/** A check that is running. */
export interface PublishChecking {
  /** The number of lesson texts and question sets that have been read, and their total number. */
  done: number;
  all: number;
  /** True once the check has been running for a second, when progress is shown. */
  isSlow: boolean;
  cancel: () => void;
}

export const isEmptyReport = ({ gaps, findings }: PublishReport): boolean => gaps.length + findings.length === 0;

/** Rejects when the signal is aborted, without waiting for a request in flight. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}

interface LookTools {
  queryClient: QueryClient;
  signal: AbortSignal;
  onProgress: (done: number, all: number) => void;
}

async function lookThrough(course: CourseDetail, tools: LookTools): Promise<PublishReport> {
  const { queryClient, signal } = tools;
  const all = await queryClient.fetchQuery({ ...lessonQueries.ofCourse(course.id), staleTime: 0 });
  const known = new Map(all.map((lesson) => [lesson.id, lesson]));
  const lessons = lessonsOf(course.sections).flatMap(({ id }) => known.get(id) ?? []);
  const findTexts = async () => {
    const { checkTexts } = await loadCode(() => import('./check-texts'));
    return checkTexts(course.id, lessons, tools);
  };
  const findings = await findTexts().catch((error: unknown) => {
    if (signal.aborted) throw error;
    // True if the code of the checks could not be loaded.
    return [{ lessonId: undefined, place: '本文と問題集', problems: [UNREAD] }];
  });
  return { gaps: findGaps(course, lessons), findings };
}

/** Returns the state of the running check, and the function `check` that starts one. */
export function usePublishChecks() {
  const queryClient = useQueryClient();
  const [checking, setChecking] = useState<PublishChecking>();
  const change = (changes: Partial<PublishChecking>) => setChecking((now) => now && { ...now, ...changes });

  /**
   * Checks the course and resolves to the findings, or to undefined if the check was cancelled; rejects when the
   * course's lessons cannot be read.
   *
   * @param course undefined for a new course, which has no texts to read.
   */
  async function check(course: CourseDetail | undefined): Promise<PublishReport | undefined> {
    if (!course) return { gaps: findGaps({ sections: [] }, []), findings: [] };
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = (done: number, all: number) => change({ done, all });
    setChecking({ done: 0, all: 0, isSlow: false, cancel: () => controller.abort() });
    const timer = setTimeout(() => change({ isSlow: true }), SLOW_MS);
    try {
      return await Promise.race([lookThrough(course, { queryClient, signal, onProgress }), whenAborted(signal)]);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
      setChecking(undefined);
    }
  }
  return { checking, check };
}
