/** A course's card in the course list: picture, title, progress. */
import { Card, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Course } from '@/api/courses';
import { usePackMark } from '@/device/packs/packs';
import { useImageUrl } from '@/queries/contents';
import type { CourseStudy } from '@/study/completed';
import { courseStudyWords } from '@/study/course-study-words';
import { Meter } from '@/ui/charts/Meter';
import { DeviceMark } from '@/ui/DeviceMark';

import classes from './CourseCard.module.css';

export interface CourseCardProps {
  course: Course;
  study: CourseStudy;
}

export function CourseCard({ course, study }: CourseCardProps) {
  const { title, description, thumbnailContentId } = course;
  const { url, onMissing } = useImageUrl(thumbnailContentId && `content:${thumbnailContentId}`);
  return (
    <Card className={classes.card} padding={0} component="article">
      <div className={classes.picture}>
        {url && <img src={url} alt="" loading="lazy" crossOrigin="anonymous" onError={onMissing} />}
      </div>
      <div className={classes.body}>
        <h2 className={classes.title} data-lasting>
          <Link to="/courses/$courseId" params={{ courseId: course.id }} className={classes.link}>
            {title}
          </Link>
        </h2>
        <Text size="sm" c="dimmed" lineClamp={2} data-lasting>
          {description}
        </Text>
        <div className={classes.progress}>
          <div className={classes.numbers}>
            <Text size="sm" c="dimmed">
              {courseStudyWords(study)}
            </Text>
            <DeviceMark kind={usePackMark(course)} />
          </div>
          <Meter label={`${title}の進捗`} done={study.readCount} all={study.lessonCount} />
        </div>
      </div>
    </Card>
  );
}
