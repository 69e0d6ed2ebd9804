/** Home's card for editing roles: the learners of a company's STAFF, or the courses edited last. */
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
