/** Where a form of something new leads back to when it is cancelled. */
import { linkOptions } from '@tanstack/react-router';

/** To the course that it was to belong to, or to all of them. */
export function backToCourse(courseId: string | undefined) {
  return courseId ? linkOptions({ to: '/courses/$courseId', params: { courseId } }) : linkOptions({ to: '/courses' });
}

/** To the company, or to all of them. */
export function backToCompany(companyId: string | undefined) {
  return companyId
    ? linkOptions({ to: '/companies/$companyId', params: { companyId } })
    : linkOptions({ to: '/companies' });
}
