/**
 * The table of screens: one row for each route, keyed by the generated route id. Guard, side menu, breadcrumbs, error
 * screen, worker, build and tests read it. `access` says who may open a screen; where it names a permission, `roles.ts`
 * has the roles. The table has neither React nor styles, because the worker and the build import it.
 *
 * `src/boot/router.ts` fails to compile while a route has no row, or a row has no route. docs/how-to/screen.md says how
 * to add one.
 */
import type { Role } from './roles';
import type { Screen } from './screen';

/** The entries of the side menu have the order of these rows. */
export const screens = {
  '/_app/': {
    title: 'ホーム',
    access: 'everybody',
    worksOffline: true,
    menu: { icon: 'home' },
    prerender: 'outline',
    offersInstall: true,
    part: 'home',
    sheet: 'lists',
  },
  '/_app/courses/': {
    title: 'コース管理',
    studentTitle: 'コース',
    access: 'everybody',
    worksOffline: true,
    menu: { icon: 'book' },
    prerender: 'outline',
    part: 'course-list',
    sheet: 'lists',
  },
  '/_app/community': {
    title: 'コミュニティ（Discord）',
    access: 'everybody',
    worksOffline: true,
    menu: { icon: 'messages', label: 'Discord', permission: 'community.menu' },
    sheet: 'lists',
  },
  '/_app/_staff/companies/$companyId': {
    access: 'company.view',
    worksOffline: false,
    parent: '/_app/_staff/companies/',
    menu: { icon: 'users', label: 'ユーザー情報', permission: 'own-company.menu' },
  },
  '/_app/_staff/companies/': {
    title: '企業情報',
    access: 'company.list',
    worksOffline: false,
    menu: { icon: 'building' },
  },
  '/_app/_staff/trash': {
    title: 'ごみ箱',
    access: 'trash.read',
    worksOffline: false,
    menu: { icon: 'trash' },
  },
  '/_app/_staff/audit': {
    title: '操作の記録',
    access: 'audit.read',
    worksOffline: false,
    menu: { icon: 'clock' },
  },
  '/_app/_staff/file-sizes': {
    title: 'ファイルの容量',
    access: 'file-sizes.read',
    worksOffline: false,
    menu: { icon: 'database' },
  },

  '/login': { access: 'public', worksOffline: true, part: 'login' },
  '/_app/$': { title: 'ページが見つかりません', access: 'everybody', worksOffline: true },
  '/_app/continue': { access: 'everybody', worksOffline: true },
  '/_app/mypage': {
    title: 'マイページ',
    access: 'everybody',
    worksOffline: true,
    prerender: 'outline',
    offersInstall: true,
    part: 'profile',
    sheet: 'study',
  },
  '/_app/record/{-$courseId}': {
    access: 'everybody',
    worksOffline: true,
    parent: '/_app/mypage',
    sheet: 'study',
    isOnePart: true,
  },
  '/_app/review': {
    title: '復習',
    access: 'everybody',
    worksOffline: true,
    prerender: 'outline',
    isAnswering: true,
    part: 'questions',
    sheet: 'study',
  },

  '/_app/courses/$courseId': {
    access: 'everybody',
    worksOffline: true,
    parent: '/_app/courses/',
    prerender: 'outline',
    sheet: 'lists',
  },
  '/_app/courses/new': {
    title: 'コースを追加',
    access: 'editors',
    worksOffline: true,
    parent: '/_app/courses/',
  },
  '/_app/courses/edit/$courseId': {
    title: 'コースを編集',
    trail: 'loaded',
    access: 'editors',
    worksOffline: true,
    parent: '/_app/courses/',
  },
  '/_app/sections/$sectionId': {
    access: 'everybody',
    worksOffline: true,
    parent: '/_app/courses/',
    prerender: 'outline',
    sheet: 'lists',
  },
  '/_app/sections/new': {
    title: 'セクションを追加',
    trail: 'loaded',
    access: 'editors',
    worksOffline: true,
    parent: '/_app/courses/',
  },
  '/_app/lessons/$lessonId': {
    access: 'everybody',
    worksOffline: true,
    parent: '/_app/courses/',
    prerender: 'lesson',
    part: 'lesson',
  },
  '/_app/lessons/new': {
    title: 'レッスンを追加',
    trail: 'loaded',
    access: 'editors',
    worksOffline: true,
    parent: '/_app/courses/',
  },
  '/_app/lessons/edit/$lessonId': {
    title: 'レッスンを編集',
    trail: 'loaded',
    access: 'editors',
    worksOffline: true,
    parent: '/_app/courses/',
  },
  '/_app/question/solve/$questionSetId': {
    access: 'everybody',
    worksOffline: true,
    parent: '/_app/courses/',
    isAnswering: true,
    part: 'questions',
    sheet: 'study',
  },
  '/_app/question/review/$questionSetId': {
    access: 'everybody',
    worksOffline: true,
    parent: '/_app/courses/',
    part: 'questions',
    sheet: 'study',
  },

  '/_app/_staff/companies/new': {
    title: '企業を追加',
    access: 'company.create',
    worksOffline: false,
    parent: '/_app/_staff/companies/',
  },
  '/_app/_staff/users/new': {
    title: '利用者を追加',
    trail: 'loaded',
    access: 'user.edit',
    worksOffline: false,
    parent: '/_app/_staff/companies/',
  },
  '/_app/_staff/users/detail/$userId': {
    access: 'user.view',
    worksOffline: false,
    parent: '/_app/_staff/companies/',
  },
  '/_app/_staff/users/edit/$userId': {
    access: 'user.edit',
    worksOffline: false,
    parent: '/_app/_staff/companies/',
  },
  '/_app/_staff/question-stats/$questionSetId': {
    title: '問題の分析',
    trail: 'loaded',
    access: 'question-stats.read',
    worksOffline: false,
    parent: '/_app/courses/',
  },
  '/_app/_staff/users/record/$userId/{-$courseId}': {
    access: 'user.view',
    worksOffline: false,
    parent: '/_app/_staff/companies/',
  },
} as const satisfies Readonly<Record<string, Screen>>;

/** The generated id of a route that is a screen. */
export type ScreenId = keyof typeof screens;

export const screenIds = Object.keys(screens) as ScreenId[];

/** Returns the title of a screen as a role sees it; empty if the title is the name of the item shown. */
export function titleOf(id: ScreenId, role: Role): string {
  const { title = '', studentTitle = title } = screenOf(id);
  return role === 'STUDENT' ? studentTitle : title;
}

/** Returns the row of a screen with every column, including those that the row leaves out. */
export function screenOf(id: ScreenId): Screen {
  return screens[id];
}
