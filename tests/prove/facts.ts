/** What learners were told, and what became of it: the model that the device and the server are held against. */
import type { NewSubmit } from '@/api/submits';
import type { Entry } from '@/offline/queue/entries';

import { API_HOST } from './bundle';
import type { Device } from './device';
import type { Learner } from './server';

/** One thing that a learner did. */
export interface Fact {
  /** `read:<lesson>`, `submit:<id>`. */
  word: string;
  learner: Learner;
  /** 保存済み was said of it. */
  isSaved: boolean;
  /** 破棄 was pressed and done; when. */
  droppedAt: number | undefined;
  /** 破棄 is being done, or was cut off. */
  isDropping: boolean;
  /** The browser deleted it. */
  isEvicted: boolean;
  /** The server had it, and was restored to before it. */
  isForgotten: boolean;
  /** Its record was damaged. */
  isDamaged: boolean;
  /** The entry that it is now, and where it stands among all that were saved. */
  entryId: string | undefined;
  order: number;
  /** That entry has been sent, or was refused, or has waited again. */
  isTouched: boolean;
  /** How often there was a reason for sending it anew. */
  lives: number;
}

export function createFact(word: string, learner: Learner): Fact {
  return {
    word,
    learner,
    isSaved: false,
    droppedAt: undefined,
    isDropping: false,
    isEvicted: false,
    isForgotten: false,
    isDamaged: false,
    entryId: undefined,
    order: 0,
    isTouched: false,
    lives: 0,
  };
}

export function wordOfCall(call: Entry['call']): string {
  return call.kind === 'lesson-read' ? `read:${call.lessonId}` : `submit:${call.submit.clientSubmitId}`;
}

/** A learner's key on the device. */
export function ownerOf(learner: string): string {
  return `${API_HOST}|${learner}`;
}

export function learnerOf(owner: unknown): string {
  return String(owner).slice(API_HOST.length + 1);
}

/** A record of the queue's store that is a call, as it lies there. */
export interface Lying {
  state: Entry['state'] | 'unreadable';
  learner: string;
  seq: number;
  word: string;
  entry: Entry;
}

/** What lies on the device, past the app's own code. */
export interface DeviceView {
  calls: Lying[];
  /** `state kind subject` of the records that lead to calls. */
  marks: Map<string, Set<string>>;
  wipes: Map<string, { isDone: boolean }>;
  /** Whose lost queue is told of, as often as it is. */
  losses: string[];
  session: Learner | undefined;
}

const states = ['queued', 'refused', 'sent', 'unreadable'];

export function viewDevice(device: Device): DeviceView {
  const view: DeviceView = { calls: [], marks: new Map(), wipes: new Map(), losses: [], session: undefined };
  for (const { key, value } of device.read('queue')) {
    const [place, owner, third] = key as [string, string?, (string | number)?];
    const learner = learnerOf(owner);
    if (place === 'wipe') view.wipes.set(learner, value as { isDone: boolean });
    else if ((value as { kind?: string }).kind === 'lost-queue') view.losses.push(learner);
    else if (states.includes(place)) {
      const entry = value as Entry;
      view.calls.push({
        state: place as Lying['state'],
        learner,
        seq: Number(third),
        word: wordOfCall(entry.call),
        entry,
      });
    } else if (place.endsWith('-call')) {
      const [, , kind, subject] = key as string[];
      const marks = view.marks.get(learner) ?? new Set();
      view.marks.set(learner, marks.add(`${place.slice(0, -'-call'.length)} ${kind} ${subject}`));
    }
  }
  const session = device.read('session').find(({ key }) => key === 'current');
  view.session = (session?.value as { owner: { userId: Learner } } | undefined)?.owner.userId;
  return view;
}

/** Of whom a call is by its own contents: ids carry their learner's name. */
export function learnerIn(call: Entry['call'] | { submit: NewSubmit }): string {
  return ('submit' in call ? call.submit.questionSetId : call.lessonId).slice(0, 1);
}
