/** The schemas of the OpenAPI document by name: zod schemas of src/api, and the bodies of sign-in. */
import * as z from 'zod/mini';

import { assignmentSchema, newAssignmentSchema, updateAssignmentSchema } from '@/api/assignments';
import { auditEntrySchema } from '@/api/audit';
import { loginTokenSchema, tokenSchema } from '@/api/authorize';
import { chapterSchema, newChapterSchema, updateChapterSchema } from '@/api/chapters';
import { companySchema, newCompanySchema, updateCompanySchema } from '@/api/companies';
import { courseDetailSchema, courseSchema, newCourseSchema, updateCourseSchema } from '@/api/courses';
import { contentSchema, contentUrlSchema } from '@/api/files/contents';
import { fileSizesSchema } from '@/api/files/file-sizes';
import { infoSchema } from '@/api/info';
import { lessonSchema, newLessonSchema, updateLessonSchema } from '@/api/lessons';
import { ownCompanySchema } from '@/api/me';
import { problemSchema } from '@/api/network/errors';
import { courseProgressSchema, progressDetailSchema, progressSummarySchema } from '@/api/progress';
import { newQuestionSetSchema, updateQuestionSetSchema } from '@/api/question-set-edits';
import { explanationSchema, questionSetSchema } from '@/api/question-sets';
import { setStatsSchema } from '@/api/question-stats';
import { rescoreRequestSchema, rescoreSchema } from '@/api/rescore';
import { newSectionSchema, sectionDetailSchema, sectionSchema, updateSectionSchema } from '@/api/sections';
import { idSchema, timestampSchema } from '@/api/shapes';
import { courseHistorySchema, datedReadSchema } from '@/api/study-history';
import { newSubmitSchema, submitSchema } from '@/api/submits';
import { restoreSchema, trashItemSchema } from '@/api/trash';
import { newUserSchema, updateUserSchema } from '@/api/user-edits';
import { userSchema } from '@/api/users';

/**
 * Schemas of the sign-in calls' bodies: these calls have no bearer header, and the app builds them without a schema.
 */
const credentialsSchema = z.object({
  username: z.string().check(z.minLength(1)),
  password: z.string().check(z.minLength(1)),
  grant_type: z.optional(z.string()),
  scope: z.optional(z.string()),
  client_id: z.optional(z.string()),
  client_secret: z.optional(z.string()),
});
const refreshSchema = z.object({ refresh_token: z.string(), grant_type: z.literal('refresh_token') });
const revocationSchema = z.object({ token: z.string().check(z.minLength(1)), token_type_hint: z.optional(z.string()) });

export const shapes = {
  Id: idSchema,
  Timestamp: timestampSchema,
  Problem: problemSchema,
  Credentials: credentialsSchema,
  Refresh: refreshSchema,
  Revocation: revocationSchema,
  LoginToken: loginTokenSchema,
  Token: tokenSchema,
  Info: infoSchema,
  User: userSchema,
  NewUser: newUserSchema,
  UpdateUser: updateUserSchema,
  Company: companySchema,
  OwnCompany: ownCompanySchema,
  Assignment: assignmentSchema,
  NewAssignment: newAssignmentSchema,
  UpdateAssignment: updateAssignmentSchema,
  NewCompany: newCompanySchema,
  UpdateCompany: updateCompanySchema,
  Course: courseSchema,
  CourseDetail: courseDetailSchema,
  NewCourse: newCourseSchema,
  UpdateCourse: updateCourseSchema,
  Section: sectionSchema,
  SectionDetail: sectionDetailSchema,
  NewSection: newSectionSchema,
  UpdateSection: updateSectionSchema,
  Chapter: chapterSchema,
  NewChapter: newChapterSchema,
  UpdateChapter: updateChapterSchema,
  Lesson: lessonSchema,
  NewLesson: newLessonSchema,
  UpdateLesson: updateLessonSchema,
  Content: contentSchema,
  ContentUrl: contentUrlSchema,
  FileSizes: fileSizesSchema,
  QuestionSet: questionSetSchema,
  NewQuestionSet: newQuestionSetSchema,
  UpdateQuestionSet: updateQuestionSetSchema,
  Explanation: explanationSchema,
  RescoreRequest: rescoreRequestSchema,
  Rescore: rescoreSchema,
  SetStats: setStatsSchema,
  NewSubmit: newSubmitSchema,
  // The app accepts less from other servers than this one promises.
  Submit: z.extend(submitSchema, {
    clientSubmitId: z.string(),
    questionSetId: idSchema,
    maxScore: z.number(),
    answeredAt: timestampSchema,
    receivedAt: timestampSchema,
  }),
  LessonRead: datedReadSchema,
  CourseProgress: courseProgressSchema,
  CourseHistory: courseHistorySchema,
  ProgressDetail: progressDetailSchema,
  ProgressSummary: progressSummarySchema,
  AuditEntry: auditEntrySchema,
  TrashItem: trashItemSchema,
  Restore: restoreSchema,
} satisfies Record<string, z.core.$ZodType>;

export type ShapeName = keyof typeof shapes;
