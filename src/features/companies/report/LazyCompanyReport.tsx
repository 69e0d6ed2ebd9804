/** Loads the report when it is opened, because the list of people does not need its code. */
import { type ComponentProps, lazy, Suspense } from 'react';

import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

const CompanyReport = lazy(() => import('./CompanyReport').then((code) => ({ default: code.CompanyReport })));

export function LazyCompanyReport(props: ComponentProps<typeof CompanyReport>) {
  return (
    <Suspense fallback={<ScreenSkeleton shape="text" />}>
      <CompanyReport {...props} />
    </Suspense>
  );
}
