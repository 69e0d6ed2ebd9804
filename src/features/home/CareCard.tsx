/** Home's card for users who may edit: STAFF of a company see its learners, others the courses that were edited last. */
import type { Course } from '@/api/courses';
import type { User } from '@/api/users';

import { CompanyGlanceCard } from './CompanyGlanceCard';
import { RecentEditsCard } from './RecentEditsCard';

export interface CareCardProps {
  me: User;
  courses: readonly Course[];
}

export function CareCard({ me, courses }: CareCardProps) {
  if (me.role === 'STAFF' && me.companyId) return <CompanyGlanceCard companyId={me.companyId} />;
  return <RecentEditsCard courses={courses} />;
}
