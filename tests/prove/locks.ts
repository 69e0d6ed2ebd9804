/** Web Locks of the simulated device: they die with their page, and a frozen page keeps them. */
import type { Life, Scheduler } from './scheduler';

interface Claim {
  life: Life;
  grant: () => void;
}

export class Locks {
  private readonly lines = new Map<string, Claim[]>();

  constructor(private readonly scheduler: Scheduler) {}

  /** @param signal once aborted it leaves the line. */
  async request<T>(life: Life, name: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const claim: Claim = { life, grant: () => undefined };
    const granted = new Promise<void>((resolve) => (claim.grant = resolve));
    if (life.state !== 'dead') {
      const line = this.lines.get(name) ?? [];
      this.lines.set(name, [...line, claim]);
      if (line.length === 0) this.grant(claim);
    }
    let giveUp: () => void = () => undefined;
    const isAborted = new Promise<never>((_, reject) => (giveUp = () => reject(signal?.reason as Error)));
    isAborted.catch(() => undefined);
    signal?.addEventListener('abort', giveUp);
    try {
      await Promise.race([granted, isAborted]);
      return await work();
    } finally {
      signal?.removeEventListener('abort', giveUp);
      this.leave(name, claim);
    }
  }

  private grant({ life, grant }: Claim): void {
    this.scheduler.post(life.name, grant, life);
  }

  private leave(name: string, claim: Claim): void {
    const line = this.lines.get(name) ?? [];
    const rest = line.filter((other) => other !== claim);
    this.lines.set(name, rest);
    if (line[0] === claim && rest[0]) this.grant(rest[0]);
  }

  /** Its locks are free. */
  release(life: Life): void {
    for (const [name, line] of this.lines) for (const claim of line) if (claim.life === life) this.leave(name, claim);
  }

  /** Whether anybody holds one. */
  get areBusy(): boolean {
    return [...this.lines.values()].some((line) => line.length > 0);
  }

  /** Whether it holds one, or waits for one: the browser does not keep such a page. */
  concerns(life: Life): boolean {
    return [...this.lines.values()].some((line) => line.some((claim) => claim.life === life));
  }
}
