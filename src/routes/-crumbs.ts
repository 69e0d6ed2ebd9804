/** Trails that need something to be loaded: of people, and of what is new in a course. */
import type { QueryClient } from '@tanstack/react-query';

import type { User } from '@/api/users';
import { companiesCrumb, courseCrumb, coursesCrumb, type Crumb, homeCrumb } from '@/features/shell/crumbs';
import { companyQueries } from '@/queries/companies';
import { courseQueries } from '@/queries/courses';
import { loadQuery } from '@/queries/load-query';
import { can } from '@/session/roles';

interface Context {
  queryClient: QueryClient;
  me: User;
}

/** To a company that somebody may belong to; without it where it cannot be had. */
export async function companyCrumbs({ queryClient, me }: Context, companyId: string | undefined): Promise<Crumb[]> {
  const asked = companyId && loadQuery(queryClient, companyQueries.detail(companyId)).catch(() => undefined);
  const company = await asked;
  return [
    homeCrumb,
    ...(can(me.role, 'company.list') ? [companiesCrumb] : []),
    ...(company ? [{ label: company.name, to: `/companies/${company.id}` }] : []),
  ];
}

/** To a person, by way of the company. */
export async function personCrumbs(context: Context, { id, name, companyId }: User): Promise<Crumb[]> {
  return [...(await companyCrumbs(context, companyId)), { label: name, to: `/users/detail/${id}` }];
}

/** To something in a course, by way of that where that is known and has been loaded already. */
export function courseTrail({ queryClient, me }: Context, courseId: string | undefined, here: Crumb): Crumb[] {
  const course = courseId && queryClient.getQueryData(courseQueries.detail(courseId).queryKey);
  return [homeCrumb, coursesCrumb(me.role), ...(course ? [courseCrumb(course)] : []), here];
}
