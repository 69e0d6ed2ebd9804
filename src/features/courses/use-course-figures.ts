/** The number of question sets and learners of each course, where the server counts them. */
import { useQuery } from '@tanstack/react-query';

import { useCapabilities } from '@/queries/capabilities';
import { courseQueries } from '@/queries/courses';

/** Returns the figures by course id; undefined if the server has none, empty while loading. */
export function useCourseFigures() {
  const { hasCourseFigures } = useCapabilities();
  const { data = [] } = useQuery({ ...courseQueries.figures(), enabled: hasCourseFigures });
  return hasCourseFigures ? new Map(data.map((figures) => [figures.id, figures])) : undefined;
}
