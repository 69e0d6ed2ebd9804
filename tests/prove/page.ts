/** A tab of the simulated browser, and what a learner does in it. */
import type { QueuedCall } from '@/offline/queue/queued-calls';
import type { SyncState } from '@/offline/queue/sync-state';
import type { OwnerKey } from '@/session/session';

import type { App, AppFactory } from './bundle';
import { type Fact, learnerOf, ownerOf, viewDevice, wordOfCall } from './facts';
import { Host, type Surround, Tab } from './host';
import type { Learner } from './server';
import type { World } from './world';

type Readers = ReturnType<App['createReaders']>;

export class Page {
  host: Host | undefined;
  /** Whose page it is; undefined for the login screen, and while it starts. */
  learner: Learner | undefined;
  isStarted = false;
  /** What its indicator says. */
  shown: SyncState | undefined;
  readers: Readers | undefined;
  /** Who is signing out here. */
  signingOut: Learner | undefined;

  /** How often the browser had deleted something when its indicator spoke. */
  evictions = 0;

  constructor(
    private readonly browser: Surround,
    private readonly load: AppFactory,
    readonly name: string,
    public tab: Tab = new Tab(),
  ) {}

  private get world(): World {
    return this.browser.world;
  }

  /** Whether somebody can press anything here. */
  get isLive(): boolean {
    return this.host?.state === 'running' && this.isStarted;
  }

  /** Whether its screen can be seen. */
  get isShowing(): boolean {
    return (
      this.isLive && this.learner !== undefined && this.host?.page.document.documentElement.style.visibility === ''
    );
  }

  /** Loads the app, anew where it is loaded. */
  open(): void {
    this.close();
    const { world } = this;
    const host = new Host(this.browser, 'page', this.name, this.tab, this.load);
    Object.assign(this, { host, isStarted: false, learner: undefined, shown: undefined, readers: undefined });
    const failures = world.failures;
    void host.app
      .boot((state) => {
        if (host.state !== 'dead') Object.assign(this, { shown: state, evictions: world.evictions });
      })
      .then((owner) => {
        if (host.state === 'dead') return;
        this.isStarted = true;
        this.learner = owner && (learnerOf(owner) as Learner);
        this.readers = owner && host.app.createReaders(owner);
        world.started(this.name, this.learner, failures);
      });
  }

  close(): void {
    if (!this.host || this.host.state === 'dead') return;
    this.host.kill();
    if (this.signingOut) this.world.wasCutOff(this.signingOut);
    this.signingOut = undefined;
    this.isStarted = false;
    this.shown = undefined;
  }

  /** @param isKept in the back/forward cache, which takes no page that still holds a lock once it was left. */
  freeze(isKept: boolean): void {
    const { host } = this;
    if (!host || !this.isLive) return;
    if (isKept) host.page.transition('pagehide', true);
    else host.page.show('hidden');
    host.page.document.dispatchEvent(new Event('freeze'));
    host.wasFrozen = true;
    host.state = 'frozen';
    host.isKept = isKept;
    if (isKept) {
      const { locks, world } = this.browser;
      world.scheduler.post('browser', () => host.isKept && locks.concern(host) && this.host === host && this.close());
    }
  }

  thaw(): void {
    const { host } = this;
    if (host?.state !== 'frozen') return;
    const { isKept } = host;
    host.isKept = false;
    this.world.scheduler.thaw(host);
    host.page.document.dispatchEvent(new Event('resume'));
    if (isKept) host.page.transition('pageshow', true);
    else host.page.show('visible');
  }

  /** Records what the learner of this page did. */
  record(call: QueuedCall): void {
    const { host, learner, world } = this;
    if (!host || !this.isLive || !learner) return;
    const fact = world.factOf(wordOfCall(call), learner);
    // What was thrown away is done anew: nothing has been said of it yet.
    if (fact.droppedAt !== undefined) Object.assign(fact, { droppedAt: undefined, isSaved: false });
    const { failures } = world;
    host.app.recordCall(ownerOf(learner) as OwnerKey, call, fact.word).then(
      () => host.state !== 'dead' && world.saved(fact),
      (error: unknown) => host.state !== 'dead' && world.notSaved(fact, error, failures),
    );
  }

  /** 今すぐ送信. */
  send(): void {
    if (this.isLive && this.learner) void this.host?.app.requestReplay({ isUrgent: true });
  }

  /** What lies here of this page's learner. */
  private lying(...states: string[]) {
    const calls = viewDevice(this.world.device).calls;
    return calls.filter(({ learner, state }) => learner === this.learner && states.includes(state));
  }

  /** 再送, of all that was refused. */
  resend(): void {
    const { host, world } = this;
    if (!host || !this.isLive) return;
    for (const { entry, word } of this.lying('refused')) {
      const fact = world.facts.get(word);
      if (fact) Object.assign(fact, { isTouched: true, lives: fact.lives + 1 });
      host.app.retry(entry).catch((error: unknown) => this.failed(host, error));
    }
  }

  /** 破棄, of one that waits or was refused. */
  discard(pick: number, ...states: string[]): void {
    const { host, world } = this;
    const lying = this.isLive ? this.lying(...states) : [];
    const one = lying[pick % Math.max(lying.length, 1)];
    const fact = one && world.facts.get(one.word);
    if (!host || !one || !fact) return;
    fact.isDropping = true;
    host.app.discard(one.entry).then(
      () => host.state !== 'dead' && this.discarded(fact),
      (error: unknown) => this.failed(host, error),
    );
  }

  /** Only a device that fails says no to what a learner asks of it. */
  private failed(host: Host, error: unknown): void {
    if (host.state !== 'dead') this.world.scheduler.note(`it failed: ${String(error)}`);
  }

  private discarded(fact: Fact): void {
    fact.isDropping = false;
    fact.droppedAt = this.world.scheduler.now;
    this.world.scheduler.note(`${fact.word} is thrown away`);
  }

  signIn(learner: Learner): void {
    const { host, world } = this;
    if (!host || !this.isLive) return;
    world.signsIn(learner);
    host.app.signIn(learner, 'secret').then(
      () => {
        if (host.state === 'dead') return;
        world.signedIn(learner);
        this.browser.reloadLater(host);
      },
      () => world.notSignedIn(learner),
    );
  }

  async signOut(how: 'keep' | 'discard' | 'send'): Promise<void> {
    const { host, learner, world } = this;
    if (!host || !this.isLive || !learner || this.signingOut) return;
    if (how === 'send') await host.app.requestReplay({ isUrgent: true });
    if (host.state === 'dead') return;
    this.signingOut = learner;
    const { failures } = world;
    world.signsOut(learner, how === 'discard');
    const hasLeft = await host.app.signOut(ownerOf(learner) as OwnerKey, how === 'discard' ? 'discard' : 'keep').then(
      () => true,
      () => false,
    );
    if ((host.state as string) === 'dead') return;
    this.signingOut = undefined;
    world.isSignedOut(learner, hasLeft, failures === world.failures);
    this.browser.reloadLater(host);
  }
}
