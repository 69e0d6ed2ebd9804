/** The figures of courses, where the server has them. */
import { useQuery } from '@tanstack/react-query';

import { useCapabilities } from '@/queries/capabilities';
import { courseQueries } from '@/queries/courses';

/** Returns the figures by course; undefined on a server without them, empty until they have arrived. */
export function useCourseFigures() {
  const { hasCourseFigures } = useCapabilities();
  const { data = [] } = useQuery({ ...courseQueries.figures(), enabled: hasCourseFigures });
  return hasCourseFigures ? new Map(data.map((figures) => [figures.id, figures])) : undefined;
}
