/** A started course as one row with a progress bar. */
import { Card, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Course } from '@/api/courses';
import { usePackMark } from '@/device/packs/packs';
import { useImageUrl } from '@/queries/contents';
import type { CourseStudy } from '@/study/completed';
import { courseStudyWords } from '@/study/course-study-words';
import { Meter } from '@/ui/charts/Meter';
import { DeviceMark } from '@/ui/DeviceMark';

import classes from './CourseRow.module.css';

export interface CourseRowProps {
  course: Course;
  study: CourseStudy;
}

export function CourseRow({ course, study }: CourseRowProps) {
  const { url, onMissing } = useImageUrl(course.thumbnailContentId && `content:${course.thumbnailContentId}`);
  return (
    <Card className={classes.card}>
      <div className={classes.row}>
        <div className={classes.picture}>
          {url && <img src={url} alt="" crossOrigin="anonymous" onError={onMissing} />}
        </div>
        <div className={classes.words}>
          <h3 className={classes.title}>
            <Link to="/courses/$courseId" params={{ courseId: course.id }}>
              {course.title}
            </Link>
          </h3>
          <Text size="sm" c="dimmed">
            {courseStudyWords(study)}
          </Text>
        </div>
        <DeviceMark kind={usePackMark(course)} />
      </div>
      <Meter label={`${course.title}の進捗`} done={study.readCount} all={study.lessonCount} />
    </Card>
  );
}
