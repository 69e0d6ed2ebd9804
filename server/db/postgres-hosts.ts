/** DATABASE_URL may name several hosts, as libpq's may: they are tried in turn, and one that takes no writes is passed over. */

/** One address for each host of `postgres://user:password@one:5432,two:5433/database`. @returns none when it is no such address. */
export function splitHosts(databaseUrl: string): string[] {
  const [, head, hosts = '', tail] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]*)((?:[/?].*)?)$/.exec(databaseUrl) ?? [];
  const urls = hosts.split(',').map((host) => `${head}${host}${tail}`);
  return head !== undefined && urls.every((url) => URL.canParse(url)) ? urls : [];
}

/** The hosts, and the one that is asked now. */
export class PostgresHosts {
  private index = 0;

  constructor(private readonly urls: readonly string[]) {}

  get current(): string {
    return this.urls[this.index] ?? '';
  }

  get count(): number {
    return this.urls.length;
  }

  /** Goes on to the next host, unless somebody else has done so already. */
  leave(url: string): void {
    if (url !== this.current || this.count === 1) return;
    this.index = (this.index + 1) % this.count;
  }
}
