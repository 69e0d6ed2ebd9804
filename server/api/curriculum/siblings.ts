/** Keeps siblings' `order` dense: 0, 1, 2 … (docs/wire.md). */
import type { Database } from '@server/db/database';
import type { chapters, courses, lessons, questionSets, sections } from '@server/db/schema';
import { asc, getTableName, type SQL, sql } from 'drizzle-orm';

type OrderedTable = typeof courses | typeof sections | typeof chapters | typeof lessons | typeof questionSets;

/**
 * Renumbers siblings from 0, and optionally moves one of them.
 *
 * @param areSiblings a condition on the table; undefined for all its rows.
 * @param move the row that moves, and its new position; last if `order` is undefined.
 */
export async function renumber(
  transaction: Database,
  table: OrderedTable,
  areSiblings: SQL | undefined,
  move?: { id: string; order: number | undefined },
): Promise<void> {
  const rows = await transaction
    .select({ id: table.id })
    .from(table)
    .where(areSiblings)
    .orderBy(asc(table.order), asc(table.id));
  const ids = rows.map((row) => row.id).filter((id) => id !== move?.id);
  if (move) ids.splice(move.order ?? ids.length, 0, move.id);
  const name = sql.identifier(getTableName(table));
  await transaction.execute(sql`
    update ${name} set "order" = placed.position
    from (select value as id, (ordinality - 1)::int as position
          from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality) placed
    where ${name}.id = placed.id and ${name}."order" <> placed.position`);
}
