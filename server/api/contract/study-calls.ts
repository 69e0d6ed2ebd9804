/** Describes the calls of files, explanations, submits and progress. */
import { contentSchema, contentUrlSchema, deleteContent, fetchContents } from '@/api/files/contents';
import { fetchFileSizes } from '@/api/files/file-sizes';
import { fetchProgress, fetchProgressSummary } from '@/api/progress';
import { readExplanation } from '@/api/question-sets';
import { fetchSetStats } from '@/api/question-stats';
import { rescoreBatch, rescoreRequestSchema } from '@/api/rescore';
import { datedReadSchema, fetchCourseHistory } from '@/api/study-history';
import { newSubmitSchema } from '@/api/submits';
import { contentQueryShape } from '@/api/title-lists';

import { describeCall } from './call';

export const questionSetCalls = {
  explanation: describeCall(readExplanation, {
    summary: 'Reads the answers and explanations of a question set, with the same rights as the set',
    permission: 'everybody',
    example: { params: { id: 'git-q-cli' } },
    screens: ['問題を解く', '答えを見直す', 'レッスンの編集'],
    without: 'screen',
  }),
  stats: describeCall(fetchSetStats, {
    summary:
      'Statistics of a set’s questions from the last submit of each learner: all learners; for STAFF those of their company, from 10 on',
    permission: 'question-stats.read',
    ability: 'question-stats',
    example: { as: 'teacher', params: { id: 'git-q-cli' } },
    screens: ['問題の分析'],
    without: 'part',
  }),
  rescore: describeCall(rescoreBatch, {
    summary:
      'Judges at most 500 submits by the set’s present key and answers old and new scores; `dryRun` writes nothing, `after` goes on from `next`',
    permission: 'submit.rescore',
    body: { shape: rescoreRequestSchema, example: { dryRun: true } },
    status: 200,
    ability: 'rescore',
    example: { as: 'teacher', params: { id: 'git-q-cli' } },
    screens: ['レッスンの編集'],
    without: 'part',
  }),
};

export const contentCalls = {
  list: describeCall(fetchContents, {
    summary: 'Lists uploaded files, newest first; STUDENT gets those that published courses and the notice show',
    permission: 'everybody',
    search: contentQueryShape,
    example: { as: 'staff' },
    screens: ['レッスンの編集'],
    without: 'part',
  }),
  sizes: describeCall(fetchFileSizes, {
    summary: 'Total size of the files of lessons, and the largest files with their lessons',
    permission: 'file-sizes.read',
    ability: 'file-sizes',
    example: { as: 'admin' },
    screens: ['ファイルの容量'],
    without: 'part',
  }),
  url: describeCall(
    { method: 'GET', path: '/content/{id}', answer: contentUrlSchema },
    {
      summary: 'Answers the URL of a file, which is fetched without the bearer header',
      permission: 'everybody',
      example: { params: { id: 'git-terminal-md' } },
      screens: ['レッスン', 'コース'],
      without: 'screen',
    },
  ),
  upload: describeCall(
    { method: 'PUT', path: '/content/{container_name}/{fname}', answer: contentSchema },
    {
      summary: 'Stores a file as multipart field `file`; an existing name keeps its id',
      permission: 'curriculum.write',
      file: '# 用語のまとめ\n',
      refusals: [413, 415, 422],
      example: { as: 'staff', params: { container_name: 'pub-container', fname: 'words.md' } },
      screens: ['レッスンの編集', 'コースの編集'],
      without: 'part',
    },
  ),
  remove: describeCall(deleteContent, {
    summary: 'Deletes a file',
    permission: 'curriculum.write',
    refusals: [409],
    example: { as: 'staff', params: { id: 'words' } },
    screens: ['レッスンの編集'],
    without: 'part',
  }),
};

/** The calls of the app's queue, which sends them later (src/api/learner-calls.ts). */
export const submitCalls = {
  create: describeCall(
    { method: 'POST', path: '/submit/' },
    {
      summary:
        'Scores and records the answers to a question set; a repeated clientSubmitId answers the recorded submit',
      permission: 'everybody',
      body: {
        shape: newSubmitSchema,
        example: {
          clientSubmitId: '0b8f7a52-3c7e-4f0e-9d53-7d1c8f0f4a11',
          questionSetId: 'git-q-commit',
          questionSetUpdatedAt: '2026-04-01T00:00:00.000Z',
          answers: [],
          answeredAt: '2026-04-02T08:15:00.000Z',
        },
      },
      answer: 'Submit',
      refusals: [404],
      screens: ['問題を解く'],
      without: 'part',
    },
  ),
  read: describeCall(
    { method: 'PUT', path: '/progress/lesson/{lesson_id}', answer: datedReadSchema },
    {
      summary:
        'Marks a lesson as read; repeating it changes nothing. With `?at=`, a timestamp, to servers with the ability `read-at`: when it was read; an earlier one moves `readAt` back',
      permission: 'everybody',
      example: { params: { lesson_id: 'git-terminal' } },
      screens: ['レッスン'],
      without: 'part',
    },
  ),
};

export const progressCalls = {
  detail: describeCall(fetchProgress, {
    summary:
      'The progress of a person in all courses; STAFF see their own company, STUDENT their own. With `?history=all`, to servers with the ability `whole-history`: with every submit, and the titles of the lessons that were read',
    permission: 'everybody',
    refusals: [403],
    example: { params: { user_id: 'user-student' } },
    screens: ['ホーム', 'コース', 'レッスン', 'マイページ', 'ユーザー情報', '受講記録簿'],
    without: 'part',
  }),
  history: describeCall(fetchCourseHistory, {
    summary:
      'The progress of a person in one course; with every submit where the server has the ability `submit-history`',
    permission: 'everybody',
    refusals: [403],
    example: { params: { user_id: 'user-student', course_id: 'git' } },
    screens: ['受講記録簿'],
    without: 'part',
  }),
  summary: describeCall(fetchProgressSummary, {
    permission: 'everybody',
    summary: 'Totals and study days of a person',
    answer: 'ProgressSummary',
    refusals: [403],
    example: { params: { user_id: 'user-student' } },
    screens: ['ホーム', 'マイページ', 'ユーザー情報'],
    without: 'part',
  }),
};
