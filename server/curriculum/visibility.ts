/** What of the curriculum somebody may see: students what is published, others everything (docs/wire.md, "Rights"). */
import { courses } from '@server/db/schema';
import { mayRole, type Role } from '@server/permissions';
import { eq, type SQL } from 'drizzle-orm';

/** A condition on `courses`, which every query of the curriculum joins; none for whoever sees drafts. */
export function visibleTo(role: Role): SQL | undefined {
  return mayRole(role, 'draft.read') ? undefined : eq(courses.status, 'published');
}
