/** Supports several hosts in DATABASE_URL, as libpq does: they are tried in turn, and read-only hosts are skipped. */

/** Splits `postgres://user:password@one:5432,two:5433/database` into one URL per host. @returns [] if it is not such a URL. */
export function splitHosts(databaseUrl: string): string[] {
  const [, head, hosts = '', tail] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]*)((?:[/?].*)?)$/.exec(databaseUrl) ?? [];
  const urls = hosts.split(',').map((host) => `${head}${host}${tail}`);
  return head !== undefined && urls.every((url) => URL.canParse(url)) ? urls : [];
}

/** The PostgreSQL hosts of DATABASE_URL, one of which is the current host. */
export class PostgresHosts {
  private index = 0;

  constructor(private readonly urls: readonly string[]) {}

  get current(): string {
    return this.urls[this.index] ?? '';
  }

  get count(): number {
    return this.urls.length;
  }

  /** Makes the next host current, unless another call has done so already. */
  leave(url: string): void {
    if (url !== this.current || this.count === 1) return;
    this.index = (this.index + 1) % this.count;
  }
}
