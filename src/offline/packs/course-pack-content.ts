/**
 * Parses each part of a saved course (pack) with the schema of its screen, and finds the further parts that it refers
 * to.
 */
import * as z from 'zod/mini';

import { type CourseDetail, courseDetailSchema } from '@/api/courses';
import { readContentUrl } from '@/api/files/contents';
import { lessonSchema } from '@/api/lessons';
import { lessonsOf } from '@/api/outline';
import { explanationSchema, questionSetSchema } from '@/api/question-sets';
import { sectionDetailSchema } from '@/api/sections';

import { findImages } from './course-pack-images';
import { apiPart, filePart, imagePart, type PackItem, type PackPart } from './course-pack-parts';

/** The resources that a part refers to. */
export interface PackContent {
  below: PackPart[];
  /** URLs of images on other hosts; the page shows links to them instead. */
  foreign: string[];
  /** Images whose URL points to a file of the app, which may not exist. */
  own: PackItem[];
  /** The course; set only by the first part, the outline. */
  course?: CourseDetail;
}

function imagesOf(texts: readonly string[], part: PackPart): PackContent {
  const below: PackPart[] = [];
  const foreign: string[] = [];
  const own: PackItem[] = [];
  for (const source of new Set(texts.flatMap(findImages))) {
    const image = imagePart(source, part.item.title, part.version);
    if (image === 'foreign') foreign.push(source);
    else if (image === 'app') own.push({ id: source, kind: 'image', title: part.item.title });
    else if (image) below.push(image);
  }
  return { below, foreign, own };
}

function belowCourse(course: CourseDetail): PackPart[] {
  const { id, title, updatedAt, thumbnailContentId } = course;
  const item = { id: 'outline', kind: 'outline', title } as const;
  const sections = (course.sections ?? []).map((section) => ({
    ...apiPart('section', `/sections/${section.id}`, item, updatedAt),
    courseId: id,
  }));
  const lessons = lessonsOf(course.sections).map((lesson) => {
    const lessonItem = { id: `lesson:${lesson.id}`, kind: 'lesson', title: lesson.title } as const;
    return { ...apiPart('lesson', `/lessons/${lesson.id}`, lessonItem, lesson.updatedAt), courseId: id };
  });
  const cover =
    thumbnailContentId && imagePart(`content:${thumbnailContentId}`, title, updatedAt && `${id} ${updatedAt}`);
  return [...sections, ...lessons, ...(typeof cover === 'object' ? [cover] : [])];
}

/**
 * Requires that a lesson or section names the course of the pack, if it names one: its screen asks for that course.
 *
 * @throws
 */
function requireCourse({ courseId }: { courseId?: string }, part: PackPart): void {
  if (courseId !== undefined && courseId !== part.courseId) throw new TypeError(`${part.url} is of another course`);
}

function belowLesson(body: unknown, part: PackPart): PackPart[] {
  const { item, version } = part;
  const lesson = z.parse(lessonSchema, body);
  requireCourse(lesson, part);
  const { contentId, questionSets = [] } = lesson;
  const text = contentId ? [apiPart('text-url', `/content/${contentId}`, item, version)] : [];
  const sets = questionSets.flatMap(({ id, title }) => [
    apiPart('question-set', `/question-set/${id}`, { id: `set:${id}`, kind: 'question-set', title }, version),
    apiPart(
      'explanation',
      `/question-set/${id}/explanation`,
      { id: `explanation:${id}`, kind: 'explanation', title },
      version,
    ),
  ]);
  return [...text, ...sets];
}

const none: PackContent = { below: [], foreign: [], own: [] };

/**
 * Parses the body of a course's part, as the screens do.
 *
 * @param body as text; ignored for images.
 * @throws when the body does not parse.
 */
export function readContent(part: PackPart, body: string): PackContent {
  switch (part.step) {
    case 'course': {
      const course = z.parse(courseDetailSchema, JSON.parse(body));
      return { ...none, below: belowCourse(course), course };
    }
    case 'section':
      requireCourse(z.parse(sectionDetailSchema, JSON.parse(body)), part);
      return none;
    case 'lesson':
      return { ...none, below: belowLesson(JSON.parse(body), part) };
    case 'text-url':
      return { ...none, below: [filePart('text', readContentUrl(JSON.parse(body)), part.item, part)] };
    case 'image-url':
      return { ...none, below: [filePart('image', readContentUrl(JSON.parse(body)), part.item, part)] };
    case 'text':
      return imagesOf([body], part);
    case 'question-set': {
      const { questions } = z.parse(questionSetSchema, JSON.parse(body));
      const texts = questions.flatMap((question) => [question.body, ...question.choices.map((choice) => choice.body)]);
      return imagesOf(texts, part);
    }
    case 'explanation': {
      const { questions } = z.parse(explanationSchema, JSON.parse(body));
      return imagesOf(
        questions.map(({ explanation }) => explanation),
        part,
      );
    }
    case 'image':
      return none;
  }
}
