/**
 * Home's cards for editing roles: learners who are behind (for STAFF only those of their own company), and for teachers and admins also
 * the courses edited last.
 */
import type { Course } from '@/api/courses';
import type { CurrentUser } from '@/api/users';

import { CompanyGlanceCard } from './CompanyGlanceCard';
import { LatePeopleCard } from './LatePeopleCard';
import { RecentEditsCard } from './RecentEditsCard';

export interface CareCardProps {
  me: CurrentUser;
  courses: readonly Course[];
}

export function CareCard({ me, courses }: CareCardProps) {
  if (me.role === 'STAFF' && me.companyId) return <CompanyGlanceCard companyId={me.companyId} courses={courses} />;
  return (
    <>
      {me.role !== 'STAFF' && <LatePeopleCard courses={courses} />}
      <RecentEditsCard courses={courses} />
    </>
  );
}
