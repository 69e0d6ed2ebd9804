/** Breadcrumb trails with names that must be loaded: of companies and people, and of forms in a course. */
import type { QueryClient } from '@tanstack/react-query';

import { type CurrentUser, nameOf, type User } from '@/api/users';
import { courseCrumb, type Crumb, crumbOf, trailAbove, trailTo } from '@/features/shell/crumbs';
import { courseQueries } from '@/queries/curriculum/courses';
import { loadQuery } from '@/queries/load-query';
import { companyQueries } from '@/queries/people/companies';
import type { ScreenId } from '@/session/screens';

interface Context {
  queryClient: QueryClient;
  me: CurrentUser;
}

/** Returns the trail to a company; without the company itself if there is none or it cannot be loaded. */
export async function companyCrumbs({ queryClient, me }: Context, companyId: string | undefined): Promise<Crumb[]> {
  const asked = companyId && loadQuery(queryClient, companyQueries.detail(companyId)).catch(() => undefined);
  const company = await asked;
  return [
    ...trailAbove('/_app/_staff/companies/$companyId', me.role),
    ...(company ? [{ label: company.name, to: `/companies/${company.id}`, isName: true }] : []),
  ];
}

/** Returns the trail to a person through their company. */
export async function personCrumbs(context: Context, user: User): Promise<Crumb[]> {
  const own = { label: nameOf(user), to: `/users/detail/${user.id}`, isName: true };
  return [...(await companyCrumbs(context, user.companyId ?? undefined)), own];
}

/** Returns the trail to a form of something in a course; the course is part of it if it has been loaded already. */
export function courseTrail({ queryClient, me }: Context, courseId: string | undefined, screen: ScreenId): Crumb[] {
  const course = courseId && queryClient.getQueryData(courseQueries.detail(courseId).queryKey);
  return [...trailTo('/_app/courses/', me.role), ...(course ? [courseCrumb(course)] : []), crumbOf(screen, me.role)];
}
