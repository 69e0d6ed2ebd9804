/** The links of the cancel button in forms that create something. */
import { linkOptions } from '@tanstack/react-router';

/** Returns a link to the course that the new item would belong to, else to the course list. */
export function backToCourse(courseId: string | undefined) {
  return courseId ? linkOptions({ to: '/courses/$courseId', params: { courseId } }) : linkOptions({ to: '/courses' });
}

/** Returns a link to the company, else to the company list. */
export function backToCompany(companyId: string | undefined) {
  return companyId
    ? linkOptions({ to: '/companies/$companyId', params: { companyId } })
    : linkOptions({ to: '/companies' });
}
