/** Describes the calls of sign-in, the current user, the service, people, companies and the audit log. */
import { auditQueryShape, fetchAudit } from '@/api/audit';
import {
  createCompany,
  fetchCompanies,
  fetchCompany,
  newCompanySchema,
  updateCompany,
  updateCompanySchema,
} from '@/api/companies';
import { readInfo } from '@/api/info';
import { fetchOwnCompany, readMe } from '@/api/me';
import { peopleQueryShape } from '@/api/people-lists';
import { deleteUser, newUserSchema, postUser, updateUser, updateUserSchema } from '@/api/user-edits';
import { fetchUser, fetchUsers } from '@/api/users';

import { type Call, describeCall, versionWords } from './call';

const signIn = { method: 'POST', roles: 'anyone', status: 200 } as const;

/** The calls without a bearer header, which the app builds without a schema. */
export const signInCalls = {
  authorize: {
    ...signIn,
    path: '/authorize',
    summary: 'Signs in',
    body: { as: 'form', shape: 'Credentials', example: { username: 'student', password: 'demo-password' } },
    answer: 'LoginToken',
    refusals: [403, 422],
    screens: ['ログイン'],
    without: 'start',
  },
  token: {
    ...signIn,
    path: '/token',
    summary: 'Answers a new access token for a refresh token, which does not rotate',
    body: { as: 'json', shape: 'Refresh', example: { refresh_token: '{refresh_token}', grant_type: 'refresh_token' } },
    answer: 'Token',
    refusals: [422],
    screens: ['ログイン'],
    without: 'part',
  },
  revoke: {
    ...signIn,
    path: '/revoke',
    summary: 'Ends the session of a token (RFC 7009); an unknown token is no error',
    body: { as: 'form', shape: 'Revocation', example: { token: 'of-nobody' } },
    refusals: [422],
    ability: 'revoke',
    screens: ['ログアウト'],
    without: 'part',
  },
} satisfies Record<string, Call>;

export const serviceCalls = {
  me: describeCall(readMe, {
    summary: 'The current user',
    permission: 'everybody',
    answer: 'User',
    screens: ['すべて'],
    without: 'start',
  }),
  ownCompany: describeCall(fetchOwnCompany, {
    summary: "The current user's company, or null",
    permission: 'everybody',
    screens: ['マイページ', 'ホーム'],
    without: 'part',
  }),
  info: describeCall(readInfo, {
    summary: 'General info about the service, and its optional abilities',
    permission: 'everybody',
    answer: 'Info',
    screens: ['すべて'],
    without: 'start',
  }),
};

export const userCalls = {
  list: describeCall(fetchUsers, {
    summary: 'People with their progress; STAFF get their own company, STUDENT themselves',
    permission: 'everybody',
    search: peopleQueryShape,
    example: { as: 'staff' },
    screens: ['企業情報', 'ホーム', 'さがす'],
    without: 'part',
  }),
  get: describeCall(fetchUser, {
    summary: 'One person; STAFF see their own company, STUDENT themselves',
    permission: 'everybody',
    refusals: [403],
    example: { as: 'staff', params: { id: 'user-student' } },
    screens: ['ユーザー情報', 'ユーザーの編集'],
    without: 'screen',
  }),
  create: describeCall(postUser, {
    summary: 'Creates a person; TEACHER cannot grant ADMIN',
    permission: 'user.create',
    body: {
      shape: newUserSchema,
      example: {
        username: 'morita',
        password: 'umibe-no-kissaten',
        name: '森田 陽子',
        role: 'STUDENT',
        companyId: 'minato',
      },
    },
    refusals: [409],
    example: { as: 'admin' },
    screens: ['ユーザーの追加', 'CSVの取り込み'],
    without: 'part',
  }),
  update: describeCall(updateUser, {
    summary: `Changes a person, left-out fields stay; every role may change its own name, e-mail and password (with \`currentPassword\` if the server has that ability); ${versionWords()}`,
    permission: 'everybody',
    body: { shape: updateUserSchema, example: { name: '佐藤 美咲' } },
    refusals: [403, 409],
    example: { as: 'admin', params: { id: 'user-student' } },
    screens: ['ユーザーの編集', 'マイページ', 'CSVの取り込み'],
    without: 'part',
  }),
  remove: describeCall(deleteUser, {
    summary: 'Deletes a person; what they studied stays',
    permission: 'user.delete',
    refusals: [409],
    example: { as: 'admin', params: { id: 'user-matsumoto' } },
    screens: ['ユーザーの編集'],
    without: 'part',
  }),
};

export const companyCalls = {
  list: describeCall(fetchCompanies, {
    summary: 'Companies',
    permission: 'company.list',
    example: { as: 'teacher' },
    screens: ['企業一覧', 'ユーザーの編集'],
    without: 'screen',
  }),
  get: describeCall(fetchCompany, {
    summary: 'One company; STAFF see their own',
    permission: 'company.read',
    example: { as: 'staff', params: { id: 'minato' } },
    screens: ['企業情報'],
    without: 'screen',
  }),
  create: describeCall(createCompany, {
    summary: 'Creates a company',
    permission: 'company.write',
    body: { shape: newCompanySchema, example: { name: '株式会社あおぞら', note: '' } },
    example: { as: 'teacher' },
    screens: ['企業の追加'],
    without: 'part',
  }),
  update: describeCall(updateCompany, {
    summary: `Changes a company, left-out fields stay; companies are never deleted; ${versionWords()}`,
    permission: 'company.write',
    body: { shape: updateCompanySchema, example: { note: '港湾物流と倉庫管理。' } },
    refusals: [409],
    example: { as: 'teacher', params: { id: 'minato' } },
    screens: ['企業情報'],
    without: 'part',
  }),
};

export const auditCalls = {
  list: describeCall(fetchAudit, {
    summary:
      'Who created, changed and deleted which person, company and course, newest first; with `details=1` also parts of courses',
    permission: 'audit.read',
    search: auditQueryShape,
    searchAbility: 'audit-details',
    ability: 'audit',
    example: { as: 'admin' },
    screens: ['操作の記録'],
    without: 'part',
  }),
};
