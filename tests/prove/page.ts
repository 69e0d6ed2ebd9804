/** A tab of the simulated browser, with the actions of its learner. */
import { keyOfQueuedCall } from '@tests/support/study-server';

import type { EntryRef } from '@/offline/queue/entry-store';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import type { SyncState } from '@/offline/queue/sync-state';
import type { OwnerKey } from '@/session/session';

import type { App, AppFactory } from './bundle';
import { learnerOf, ownerOf, viewDevice } from './device-view';
import { Realm, type SharedBrowser, Tab } from './realm';
import { InvariantViolation } from './scheduler';
import type { Learner } from './server';
import { type TrackedCall } from './tracked-calls';
import type { World } from './world';

/** Time for which marking a lesson as read can be undone, ms, as in the app. */
const UNDO_MS = 5000;

type Readers = ReturnType<App['createReaders']>;

export class Page {
  realm: Realm | undefined;
  /** The learner who is signed in; undefined on the login screen and while the page starts. */
  learner: Learner | undefined;
  isStarted = false;
  /** The state that the sync indicator shows. */
  shown: SyncState | undefined;
  readers: Readers | undefined;
  /** The learner whose sign-out runs in this page. */
  signingOut: Learner | undefined;

  /** The lesson that was last marked as read in this page, until 取り消す (undo) is pressed. */
  private undoable: { entry: EntryRef; tracked: TrackedCall } | undefined;

  /** The number of evictions by the browser when the sync indicator was last updated. */
  evictions = 0;

  constructor(
    private readonly browser: SharedBrowser,
    private readonly load: AppFactory,
    readonly name: string,
    public tab: Tab = new Tab(),
  ) {}

  private get world(): World {
    return this.browser.world;
  }

  /** True if the learner can press a button. */
  get isLive(): boolean {
    return this.realm?.state === 'running' && this.isStarted;
  }

  /** True if a signed-in learner's screen is visible. */
  get isShowing(): boolean {
    return (
      this.isLive && this.learner !== undefined && this.realm?.page.document.documentElement.style.visibility === ''
    );
  }

  /** Loads or reloads the app. */
  open(): void {
    this.close();
    const { world } = this;
    const realm = new Realm(this.browser, 'page', this.name, this.tab, this.load);
    Object.assign(this, { realm, isStarted: false, learner: undefined, shown: undefined, readers: undefined });
    this.undoable = undefined;
    const failures = world.failures;
    void realm.app
      .boot((state) => {
        if (realm.state !== 'dead') Object.assign(this, { shown: state, evictions: world.evictions });
      })
      .then((owner) => {
        if (realm.state === 'dead') return;
        this.isStarted = true;
        this.learner = owner && (learnerOf(owner) as Learner);
        this.readers = owner && realm.app.createReaders(owner);
        world.notePageStarted(this.name, this.learner, failures);
      });
  }

  close(): void {
    if (!this.realm || this.realm.state === 'dead') return;
    this.realm.kill();
    if (this.signingOut) this.world.noteSignOutInterrupted(this.signingOut);
    this.signingOut = undefined;
    this.isStarted = false;
    this.shown = undefined;
  }

  /**
   * Freezes the page. @param isCached true to put the page into the back/forward cache, which evicts a left page that
   * still holds a lock.
   */
  freeze(isCached: boolean): void {
    const { realm } = this;
    if (!realm || !this.isLive) return;
    if (isCached) realm.page.transition('pagehide', true);
    else realm.page.show('hidden');
    realm.page.document.dispatchEvent(new Event('freeze'));
    realm.wasFrozen = true;
    realm.state = 'frozen';
    realm.isInBackForwardCache = isCached;
    if (isCached) {
      const { locks, world } = this.browser;
      world.scheduler.post(
        'browser',
        () => realm.isInBackForwardCache && locks.concern(realm) && this.realm === realm && this.close(),
      );
    }
  }

  thaw(): void {
    const { realm } = this;
    if (realm?.state !== 'frozen') return;
    const isCached = realm.isInBackForwardCache;
    realm.isInBackForwardCache = false;
    this.world.scheduler.thaw(realm);
    realm.page.document.dispatchEvent(new Event('resume'));
    if (isCached) realm.page.transition('pageshow', true);
    else realm.page.show('visible');
  }

  /** Records a call of this page's learner. */
  record(call: QueuedCall): void {
    const { realm, learner, world } = this;
    if (!realm || !this.isLive || !learner) return;
    const tracked = world.track(keyOfQueuedCall(call), learner);
    // A discarded call that is recorded again is tracked as a new call, which the app has not yet reported as saved.
    if (tracked.discardedAt !== undefined)
      Object.assign(tracked, { discardedAt: undefined, isUndone: false, isSaved: false });
    const { failures } = world;
    const undoMs = call.kind === 'lesson-read' ? UNDO_MS : 0;
    realm.app.recordCall(ownerOf(learner) as OwnerKey, call, tracked.callKey, undoMs).then(
      (entry) => {
        if (realm.state === 'dead') return;
        world.noteSaved(tracked);
        if (undoMs > 0) this.undoable = { entry, tracked };
      },
      (error: unknown) => realm.state !== 'dead' && world.noteSaveFailed(tracked, error, failures),
    );
  }

  /** Presses 今すぐ送信. */
  send(): void {
    if (this.isLive && this.learner) void this.realm?.app.requestReplay({ isUrgent: true });
  }

  /** Returns the stored calls of this page's learner. */
  private storedCalls(...states: string[]) {
    const calls = viewDevice(this.world.device).calls;
    return calls.filter(({ learner, state }) => learner === this.learner && states.includes(state));
  }

  /** Presses 再送 (send again) on every refused call. */
  resend(): void {
    const { realm, world } = this;
    if (!realm || !this.isLive) return;
    for (const { entry, callKey } of this.storedCalls('refused')) {
      const tracked = world.trackedCalls.get(callKey);
      if (tracked) Object.assign(tracked, { wasAttempted: true, resends: tracked.resends + 1 });
      realm.app.retry(entry).catch((error: unknown) => this.failed(realm, error));
    }
  }

  /** Presses 破棄 (discard) on one call in one of the given states. */
  discard(pick: number, ...states: string[]): void {
    const { realm, world } = this;
    const stored = this.isLive ? this.storedCalls(...states) : [];
    const one = stored[pick % Math.max(stored.length, 1)];
    const tracked = one && world.trackedCalls.get(one.callKey);
    if (!realm || !one || !tracked) return;
    tracked.isDiscarding = true;
    realm.app.discard(one.entry).then(
      () => realm.state !== 'dead' && this.discarded(tracked),
      (error: unknown) => this.failed(realm, error),
    );
  }

  /** Notes that an action of the learner failed; only failures of the device may cause that. */
  private failed(realm: Realm, error: unknown): void {
    if (realm.state !== 'dead') this.world.scheduler.note(`the action failed: ${String(error)}`);
  }

  /** Presses 取り消す (undo) for the lesson that was last marked as read. */
  undo(): void {
    const { realm, undoable } = this;
    if (!realm || !this.isLive || !undoable) return;
    this.undoable = undefined;
    const { entry, tracked } = undoable;
    tracked.isUndoing = true;
    realm.app.undo(entry).then(
      (result) => {
        if (realm.state !== 'dead') this.undoEnded(tracked, entry.id, result === 'undone');
      },
      (error: unknown) => this.failed(realm, error),
    );
  }

  /** Notes the result of 取り消す (undo): a call that the app reports as undone must never be sent. */
  private undoEnded(tracked: TrackedCall, entryId: string, isUndone: boolean): void {
    const { scheduler, requestedEntries } = this.world;
    scheduler.note(`${tracked.callKey} is ${isUndone ? 'taken back' : 'not taken back: it was sent'}`);
    tracked.isUndoing = false;
    if (!isUndone) return;
    Object.assign(tracked, { discardedAt: scheduler.now, isUndone: true });
    if (requestedEntries.has(entryId))
      this.world.failure ??= new InvariantViolation(`${tracked.callKey} is taken back although it was sent`);
  }

  private discarded(tracked: TrackedCall): void {
    tracked.isDiscarding = false;
    tracked.discardedAt = tracked.thrownAwayAt = this.world.scheduler.now;
    this.world.scheduler.note(`${tracked.callKey} is discarded`);
  }

  signIn(learner: Learner): void {
    const { realm, world } = this;
    if (!realm || !this.isLive) return;
    world.noteSignInStarted(learner);
    realm.app.signIn(learner, 'secret').then(
      () => {
        if (realm.state === 'dead') return;
        world.noteSignedIn(learner);
        this.browser.reloadLater(realm);
      },
      () => world.noteSignInFailed(learner),
    );
  }

  async signOut(how: 'keep' | 'discard' | 'send'): Promise<void> {
    const { realm, learner, world } = this;
    if (!realm || !this.isLive || !learner || this.signingOut) return;
    if (how === 'send') await realm.app.requestReplay({ isUrgent: true });
    if (realm.state === 'dead') return;
    this.signingOut = learner;
    const { failures } = world;
    world.noteSignOutStarted(learner, how === 'discard');
    const hasLeft = await realm.app.signOut(ownerOf(learner) as OwnerKey, how === 'discard' ? 'discard' : 'keep').then(
      () => true,
      () => false,
    );
    if ((realm.state as string) === 'dead') return;
    this.signingOut = undefined;
    world.noteSignOutEnded(learner, hasLeft, failures === world.failures);
    this.browser.reloadLater(realm);
  }
}
