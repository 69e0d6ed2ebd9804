/** Courses on this device as screens see them: what is kept, how saving goes, and what a learner does about it. */
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
import type { PackState } from '@/offline/packs/pack-broadcasts';
import { courseQueries } from '@/queries/courses';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { browser } from '@/storage/browser';

import { packStateOf, watchPackStates } from './pack-states';

export type { PackState, PackStatus, StoredFault };

/** A course that is to be kept, and how it stands by the copies that are really there. */
export interface Pack {
  courseId: string;
  title: string;
  isPaused: boolean;
  standing: PackStatus;
  contents?: PackContents;
}

async function readPacks(owner: OwnerKey): Promise<Pack[]> {
  const [records, copies] = await Promise.all([listPackRecords(owner), listCopyKeys(owner)]);
  return records.map((record: PackRecord) => ({ ...record, standing: packStatusOf(record, copies) }));
}

const packsOptions = (owner: OwnerKey) =>
  queryOptions({ queryKey: ['packs', owner], queryFn: () => readPacks(owner), staleTime: 0, retry: false });

/** The courses that are to be kept; undefined until the device has answered. */
export function usePacks(): Pack[] | undefined {
  return useQuery(packsOptions(useOwner())).data;
}

/** What a card of the list says of a course: 保存済み, or that it is another by now; undefined when it is not whole. */
export function usePackMark({ id, updatedAt }: Pick<Course, 'id' | 'updatedAt'>): 'saved' | 'outdated' | undefined {
  const pack = usePacks()?.find(({ courseId }) => courseId === id);
  const heardAt = useQueryClient().getQueryState(courseQueries.list().queryKey)?.dataUpdatedAt ?? 0;
  if (pack?.standing !== 'saved') return undefined;
  return isOutdated(pack, updatedAt, heardAt) ? 'outdated' : 'saved';
}

/** When the server said what this device shows of a course, in ms. */
export function useHeardAt({ id, cachedAt }: Pick<CourseDetail, 'id' | 'cachedAt'>): number {
  const state = useQueryClient().getQueryState(courseQueries.detail(id).queryKey);
  return cachedAt === undefined ? (state?.dataUpdatedAt ?? 0) : Date.parse(cachedAt);
}

/**
 * Whether the course is another than was saved. An older one is, too, if it was heard of since: a server that was restored
 * goes back to what it was.
 *
 * @param heardAt when the server said `updatedAt`, in ms.
 */
export function isOutdated({ contents }: Pick<Pack, 'contents'>, updatedAt: string, heardAt: number): boolean {
  if (!contents) return false;
  const [saved, shown] = [Date.parse(contents.courseUpdatedAt), Date.parse(updatedAt)];
  return shown !== saved && (shown > saved || heardAt > Date.parse(contents.savedAt));
}

/** How saving a course goes, in whichever tab; undefined when it does not. */
export function usePackState(courseId: string): PackState | undefined {
  const owner = useOwner();
  return useSyncExternalStore(watchPackStates, () => packStateOf(owner, courseId));
}

/** Whether this browser keeps anything at this address: not on plain http. */
export function canSavePacks(): boolean {
  return canKeepPacks();
}

/** The learner, or their device, asks for few bytes: the hint is to wait for Wi-Fi. */
export function isDataPrecious(): boolean {
  const { saveData, type } = browser.navigator?.connection ?? {};
  return saveData === true || type === 'cellular';
}

/** About how large the course will be; undefined until that is known, or when it cannot be. */
export function usePackEstimate(course: CourseDetail, isWanted: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: ['packs', 'estimate', course.id, course.updatedAt],
    queryFn: async () => (await import('./pack-size')).estimatePackBytes(course),
    enabled: isWanted && canKeepPacks(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}

/** Bytes that this origin takes and may take; undefined where the browser does not say. */
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

/** How many copies of an unfinished pack are there, read back from the device. */
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

/** What a learner may do with packs; each rejects when the device fails. */
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
