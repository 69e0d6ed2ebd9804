/** The demo's accounts: one login per role, two companies, and learners with a history. */
import type { Role } from '@server/api/access/permissions';

export const DEMO_PASSWORD = 'demo-password';

export const demoCompanies = [
  { id: 'minato', name: '株式会社みなと', note: '港湾物流と倉庫管理。全社員が情報セキュリティ研修の対象です。' },
  {
    id: 'yamabiko',
    name: '有限会社やまびこ製作所',
    note: '木工と金属加工の町工場。データ活用の学習を始めたところです。',
  },
] as const;

type CompanyId = (typeof demoCompanies)[number]['id'];

/** The parameters of a demo learner's generated history. */
export interface Habit {
  /** The number of lessons read, by course id. Lessons are read in order from the first one. */
  lessons: Record<string, number>;
  /** Probability that a first answer is right, 0 to 1. */
  skill: number;
  /** First and last day of study, in days before now. */
  from: number;
  until: number;
}

export interface DemoPerson {
  username: string;
  name: string;
  nameKana: string;
  role: Role;
  companyId: CompanyId | null;
  habit?: Habit;
}

function learner(
  companyId: CompanyId,
  names: [username: string, name: string, nameKana: string],
  habit: Habit,
): DemoPerson {
  const [username, name, nameKana] = names;
  return { username, name, nameKana, role: 'STUDENT', companyId, habit };
}

type LessonCounts = [security: number, git: number, statistics: number];

function habit([security, git, statistics]: LessonCounts, skill: number, from: number, until: number): Habit {
  return { lessons: { security, git, statistics }, skill, from, until };
}

export const demoPeople: readonly DemoPerson[] = [
  learner('minato', ['student', '佐藤 美咲', 'サトウ ミサキ'], habit([6, 3, 0], 0.72, 62, 1)),
  { username: 'staff', name: '田中 健一', nameKana: 'タナカ ケンイチ', role: 'STAFF', companyId: 'minato' },
  { username: 'teacher', name: '高橋 由美', nameKana: 'タカハシ ユミ', role: 'TEACHER', companyId: null },
  { username: 'admin', name: '鈴木 一郎', nameKana: 'スズキ イチロウ', role: 'ADMIN', companyId: null },
  learner('yamabiko', ['student2', '伊藤 翔太', 'イトウ ショウタ'], habit([2, 0, 5], 0.65, 40, 3)),
  learner('minato', ['watanabe', '渡辺 さくら', 'ワタナベ サクラ'], habit([14, 13, 4], 0.9, 118, 1)),
  learner('minato', ['yamamoto', '山本 大輔', 'ヤマモト ダイスケ'], habit([14, 2, 0], 0.7, 110, 12)),
  learner('minato', ['nakamura', '中村 彩', 'ナカムラ アヤ'], habit([14, 9, 13], 0.85, 119, 2)),
  learner('minato', ['kobayashi', '小林 直樹', 'コバヤシ ナオキ'], habit([4, 0, 0], 0.55, 95, 71)),
  learner('minato', ['kato', '加藤 真由美', 'カトウ マユミ'], habit([11, 5, 1], 0.75, 101, 6)),
  learner('minato', ['yoshida', '吉田 拓也', 'ヨシダ タクヤ'], habit([7, 13, 2], 0.8, 88, 1)),
  learner('minato', ['yamada', '山田 花子', 'ヤマダ ハナコ'], habit([14, 0, 0], 0.82, 60, 20)),
  learner('minato', ['sasaki', '佐々木 亮', 'ササキ リョウ'], habit([1, 1, 1], 0.5, 33, 30)),
  learner('minato', ['yamaguchi', '山口 恵', 'ヤマグチ メグミ'], habit([9, 4, 8], 0.78, 80, 4)),
  learner('minato', ['matsumoto', '松本 隆', 'マツモト タカシ'], habit([0, 0, 0], 0.5, 10, 5)),
  learner('minato', ['inoue', '井上 千尋', 'イノウエ チヒロ'], habit([12, 7, 3], 0.88, 73, 3)),
  learner('minato', ['kimura', '木村 健太', 'キムラ ケンタ'], habit([3, 10, 0], 0.6, 55, 9)),
  learner('minato', ['hayashi', '林 美穂', 'ハヤシ ミホ'], habit([8, 2, 6], 0.74, 47, 2)),
  learner('minato', ['shimizu', '清水 悠斗', 'シミズ ユウト'], habit([5, 6, 2], 0.68, 29, 1)),
  learner('yamabiko', ['mori', '森 香織', 'モリ カオリ'], habit([14, 1, 10], 0.86, 112, 5)),
  learner('yamabiko', ['ikeda', '池田 誠', 'イケダ マコト'], habit([6, 0, 13], 0.8, 90, 7)),
  learner('yamabiko', ['hashimoto', '橋本 奈々', 'ハシモト ナナ'], habit([10, 3, 3], 0.7, 66, 15)),
  learner('yamabiko', ['abe', '阿部 光', 'アベ ヒカル'], habit([3, 0, 2], 0.58, 52, 44)),
  learner('yamabiko', ['ishikawa', '石川 陽子', 'イシカワ ヨウコ'], habit([0, 0, 1], 0.6, 8, 8)),
];

/** Returns the id of a demo account. */
export function demoUserId({ username }: Pick<DemoPerson, 'username'>): string {
  return `user-${username}`;
}

/** The logins that the start prints, with their role in Japanese. */
export const demoLogins = [
  { username: 'student', what: '受講者' },
  { username: 'staff', what: '企業の担当者' },
  { username: 'teacher', what: '講師' },
  { username: 'admin', what: '管理者' },
] as const;
