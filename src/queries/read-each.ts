/** Reads many things with one request each, a few at a time. */

const CONCURRENCY = 4;

/** Calls `read` for every item, at most four at a time. @throws the first error; after it no further read is begun. */
export async function readEach<Item extends object>(
  items: readonly Item[],
  read: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  async function work(): Promise<void> {
    try {
      for (let item = waiting.shift(); item; item = waiting.shift()) await read(item);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
