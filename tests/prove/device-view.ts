/** Reads the simulated device's records directly, without the app's own code. */
import { keyOfQueuedCall } from '@tests/support/study-server';

import type { Entry } from '@/offline/queue/entries';

import { API_HOST } from './bundle';
import type { Device } from './device';
import type { Learner } from './server';

/** A call in the queue's store. */
export interface StoredCall {
  state: Entry['state'] | 'unreadable';
  learner: string;
  seq: number;
  callKey: string;
  entry: Entry;
}

export interface DeviceView {
  calls: StoredCall[];
  /** Learner → the wipe mark that a sign-out has written for the learner's records. */
  wipes: Map<string, { isDone: boolean }>;
  /** The learners for whom the device stores a notice that their queue was lost. */
  losses: string[];
  /** The learner who is signed in. */
  session: Learner | undefined;
}

const states = ['queued', 'refused', 'sent', 'unreadable'];

/** Returns a learner's owner key on the device. */
export function ownerOf(learner: string): string {
  return `${API_HOST}|${learner}`;
}

export function learnerOf(owner: unknown): string {
  return String(owner).slice(API_HOST.length + 1);
}

/** Returns the learner who made a call, by the ids in it, which start with the learner's name. */
export function authorOf(call: Entry['call']): string {
  return ('submit' in call ? call.submit.questionSetId : call.lessonId).slice(0, 1);
}

export function viewDevice(device: Device): DeviceView {
  const view: DeviceView = { calls: [], wipes: new Map(), losses: [], session: undefined };
  for (const { key, value } of device.read('queue')) {
    const [place, owner, third] = key as [string, string?, (string | number)?];
    const learner = learnerOf(owner);
    if (place === 'wipe') view.wipes.set(learner, value as { isDone: boolean });
    else if ((value as { kind?: string }).kind === 'lost-queue') view.losses.push(learner);
    else if (states.includes(place)) {
      const entry = value as Entry;
      const state = place as StoredCall['state'];
      view.calls.push({ state, learner, seq: Number(third), callKey: keyOfQueuedCall(entry.call), entry });
    }
  }
  const session = device.read('session').find(({ key }) => key === 'current');
  view.session = (session?.value as { owner: { userId: Learner } } | undefined)?.owner.userId;
  return view;
}
