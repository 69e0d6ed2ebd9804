/** Reads demo courses from their folders: outline, lessons, question sets, images. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { newQuestionSchema } from '@/api/question-set-edits';
import { idSchema } from '@/api/shapes';

/**
 * The folder of demo courses, relative to the working directory, which is the project's folder also for the bundled
 * server.
 */
const coursesFolder = 'server/demo/courses';
/** Order of the demo courses by id; other courses come last. */
const courseOrder = ['security', 'git', 'statistics'];

const courseFileSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  thumbnail: idSchema,
  sections: z.array(
    z.object({
      id: idSchema,
      title: z.string(),
      description: z.string(),
      chapters: z.array(
        z.object({
          id: idSchema,
          title: z.string(),
          lessons: z.array(
            z.object({ id: idSchema, title: z.string(), minutes: z.number(), questionSets: z.array(idSchema) }),
          ),
        }),
      ),
    }),
  ),
});

const questionSetFileSchema = z.object({ id: idSchema, title: z.string(), questions: z.array(newQuestionSchema) });
export type DemoQuestionSet = z.output<typeof questionSetFileSchema>;

export interface DemoFile {
  /** The id of the content file. */
  id: string;
  fileName: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface DemoCourse extends z.output<typeof courseFileSchema> {
  markdown: DemoFile[];
  images: DemoFile[];
  questionSets: Map<string, DemoQuestionSet>;
}

function readJsonFile<S extends z.core.$ZodType>(path: string, schema: S): z.output<S> {
  return z.parse(schema, JSON.parse(readFileSync(path, 'utf8')));
}

/** Reads a folder's files with an extension; [] if the folder does not exist. */
function readFiles(folder: string, ending: string, toId: (name: string) => string): DemoFile[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.map((fileName) => ({
    id: toId(fileName.slice(0, -ending.length)),
    fileName,
    bytes: new Uint8Array(readFileSync(join(folder, fileName))),
  }));
}

function readCourse(folder: string): DemoCourse {
  const setsFolder = join(folder, 'question-sets');
  const setNames = existsSync(setsFolder) ? readdirSync(setsFolder).filter((name) => name.endsWith('.json')) : [];
  const sets = setNames.map((name) => readJsonFile(join(setsFolder, name), questionSetFileSchema));
  return {
    ...readJsonFile(join(folder, 'course.json'), courseFileSchema),
    markdown: readFiles(join(folder, 'lessons'), '.md', (name) => `${name}-md`),
    images: readFiles(join(folder, 'images'), '.webp', (name) => name),
    questionSets: new Map(sets.map((set) => [set.id, set])),
  };
}

/** Reads all demo courses, in their order. */
export function readDemoCourses(): DemoCourse[] {
  if (!existsSync(coursesFolder)) return [];
  const rankOf = (name: string) => (courseOrder.includes(name) ? courseOrder.indexOf(name) : courseOrder.length);
  return readdirSync(coursesFolder)
    .filter((name) => existsSync(join(coursesFolder, name, 'course.json')))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .map((name) => readCourse(join(coursesFolder, name)));
}
