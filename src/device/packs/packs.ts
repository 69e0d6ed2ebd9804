/** Saved courses (packs) for screens: their state, the progress of saving, and the actions. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import type { Course, CourseDetail } from '@/api/courses';
import {
  canKeepPacks,
  listCopyKeys,
  listPackRecords,
  type PackContents,
  type PackRecord,
  type PackStatus,
  packStatusOf,
  type StoredFault,
} from '@/offline/packs/course-pack-records';
import { type PackState, packState } from '@/offline/packs/pack-broadcasts';
import { courseQueries } from '@/queries/curriculum/courses';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { broadcastsMissed } from '@/storage/broadcast';
import { browser } from '@/storage/browser';
import { createSignal } from '@/storage/signal';

const states = new Map<string, PackState>();
const changed = createSignal();
let isWatching = false;

/** Returns the progress of saving a course; undefined when it is not being saved. */
function packStateOf(owner: OwnerKey, courseId: string): PackState | undefined {
  return states.get(`${owner}|${courseId}`);
}

function follow(): void {
  isWatching = true;
  packState.subscribe(({ owner, courseId, state }) => {
    const key = `${owner}|${courseId}`;
    if (state.phase === 'ended') states.delete(key);
    else states.set(key, state);
    changed.publish();
  });
  // After missed broadcasts the states may be outdated: forget them, because running saves broadcast their progress
  // again.
  broadcastsMissed.subscribe(() => {
    states.clear();
    changed.publish();
  });
}

/** Calls `listener` on every change of the progress of saving a course. @returns a function that unsubscribes. */
function watchPackStates(listener: () => void): () => void {
  if (!isWatching) follow();
  return changed.subscribe(listener);
}

export type { PackState, PackStatus, StoredFault };

/** A course that the learner wants on the device; `status` is computed from the copies that exist. */
export interface Pack {
  courseId: string;
  title: string;
  isPaused: boolean;
  status: PackStatus;
  contents?: PackContents;
}

async function readPacks(owner: OwnerKey): Promise<Pack[]> {
  const [records, copies] = await Promise.all([listPackRecords(owner), listCopyKeys(owner)]);
  return records.map((record: PackRecord) => ({ ...record, status: packStatusOf(record, copies) }));
}

const packsOptions = (owner: OwnerKey) =>
  queryOptions({ queryKey: ['packs', owner], queryFn: () => readPacks(owner), staleTime: 0, retry: false });

/** Returns the packs on this device; undefined while loading. */
export function usePacks(): Pack[] | undefined {
  return useQuery(packsOptions(useOwner())).data;
}

/** Returns true if the device's storage could not be read. */
export function useHavePacksFailed(): boolean {
  return useQuery(packsOptions(useOwner())).isError;
}

/**
 * Returns the mark on a course's card: saved on the device, or saved in an outdated version; undefined when the course
 * is not completely saved.
 */
export function usePackMark({ id, updatedAt }: Pick<Course, 'id' | 'updatedAt'>): 'saved' | 'outdated' | undefined {
  const pack = usePacks()?.find(({ courseId }) => courseId === id);
  const heardAt = useQueryClient().getQueryState(courseQueries.list().queryKey)?.dataUpdatedAt ?? 0;
  if (pack?.status !== 'saved') return undefined;
  return isOutdated(pack, updatedAt, heardAt) ? 'outdated' : 'saved';
}

/** Returns when the server sent the shown version of a course, ms since 1970. */
export function useHeardAt({ id, cachedAt }: Pick<CourseDetail, 'id' | 'cachedAt'>): number {
  const state = useQueryClient().getQueryState(courseQueries.detail(id).queryKey);
  return cachedAt === undefined ? (state?.dataUpdatedAt ?? 0) : Date.parse(cachedAt);
}

/**
 * Returns true if the server's course differs from the saved version. An older version counts as different, too, when
 * it was received after the save, because the server was then restored from a backup.
 *
 * @param heardAt when the server sent `updatedAt`, ms since 1970.
 */
export function isOutdated(
  { contents }: Pick<Pack, 'contents'>,
  updatedAt: string | undefined,
  heardAt: number,
): boolean {
  if (!contents || updatedAt === undefined) return false;
  const [saved, shown] = [Date.parse(contents.courseUpdatedAt ?? ''), Date.parse(updatedAt)];
  return shown !== saved && (shown > saved || heardAt > Date.parse(contents.savedAt));
}

/** Returns the progress of saving a course in any tab; undefined when it is not being saved. */
export function usePackState(courseId: string): PackState | undefined {
  const owner = useOwner();
  return useSyncExternalStore(watchPackStates, () => packStateOf(owner, courseId));
}

/**
 * Returns true if this browser can store courses and open them offline. That needs https, and a service worker, which
 * some browsers do not offer in private windows.
 */
export function canSavePacks(): boolean {
  return canKeepPacks() && browser.navigator?.serviceWorker !== undefined;
}

/** Returns true if the learner should be advised to wait for Wi-Fi: data saver is on, or the connection is cellular. */
export function isDataPrecious(): boolean {
  const { saveData, type } = browser.navigator?.connection ?? {};
  return saveData === true || type === 'cellular';
}

/** Returns the estimated size of a course, bytes; undefined while loading, and when it cannot be estimated. */
export function usePackEstimate(course: CourseDetail, isWanted: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: ['packs', 'estimate', course.id, course.updatedAt],
    queryFn: async () => (await import('./pack-size')).estimatePackBytes(course),
    enabled: isWanted && canSavePacks(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}

/** Returns the used bytes and the quota of this origin; undefined where the browser does not report them. */
export function useStorageEstimate(): { usage: number; quota: number } | undefined {
  const { data } = useQuery({
    queryKey: ['packs', useOwner(), 'storage'],
    queryFn: async () => {
      const { usage, quota } = (await browser.navigator?.storage?.estimate?.()) ?? {};
      return usage === undefined || quota === undefined ? null : { usage, quota };
    },
    staleTime: 0,
    retry: false,
  });
  return data ?? undefined;
}

/** Returns how many parts of an incompletely saved course (pack) are cached, by reading the cache. */
export function usePackSurvey(courseId: string, isWanted: boolean) {
  const owner = useOwner();
  return useQuery({
    queryKey: ['packs', owner, 'survey', courseId],
    queryFn: async () => (await import('@/offline/packs/course-pack-check')).checkPack(owner, courseId),
    enabled: isWanted,
    staleTime: 0,
    retry: false,
  }).data;
}

/** Returns the actions on saved courses (packs); each action rejects when the device's storage fails. */
export function usePackActions() {
  const owner = useOwner();
  const load = () => import('./pack-runner');
  return {
    save: async (course: { id: string; title: string }) => (await load()).wantPack(owner, course),
    pause: async (courseId: string) => (await load()).pausePack(owner, courseId),
    remove: async (courseId: string) => (await load()).deletePack(owner, courseId),
    removeOthers: async () => (await load()).deleteOtherCopies(owner),
    check: async (courseId: string) =>
      (await import('@/offline/packs/course-pack-check')).checkReadiness(owner, courseId),
  };
}
