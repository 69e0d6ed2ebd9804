/** Adds a large customer's data to the demo data on PostgreSQL, with SQL alone: about a minute. */
import type pg from 'pg';

/** Numbers of rows of each kind. */
export const LARGE = {
  people: 20_000,
  companies: 50,
  courses: 200,
  lessons: 20_000,
  reads: 1_200_000,
  submits: 480_000,
};

const later = `timestamptz '2026-01-01' + make_interval(mins =>`;

/** 100 lessons per course, in 2 sections of 5 chapters; every fifth lesson has a question set of one question. */
const curriculum = ({ courses, lessons }: typeof LARGE) => {
  const each = Math.ceil(lessons / courses);
  const chapter = `ceil(l::float / ${each / 10})::int`;
  return [
    `insert into courses (id, title, description, status, "order", updated_at)
      select 'big-c'||c, 'コース'||c||'：業務の基礎', '大きな会社の研修です。', 'published', 100 + c, ${later} c)
      from generate_series(1, ${courses}) c`,
    `insert into sections (id, course_id, title, description, "order", updated_at)
      select 'big-s'||c||'-'||s, 'big-c'||c, 'セクション'||s, '', s, ${later} c)
      from generate_series(1, ${courses}) c, generate_series(1, 2) s`,
    `insert into chapters (id, section_id, title, "order")
      select 'big-h'||c||'-'||h, 'big-s'||c||'-'||ceil(h / 5.0)::int, 'チャプター'||h, h
      from generate_series(1, ${courses}) c, generate_series(1, 10) h`,
    `insert into lessons (id, chapter_id, title, "order", minutes, updated_at)
      select 'big-l'||c||'-'||l, 'big-h'||c||'-'||${chapter}, 'レッスン'||c||'-'||l||' 手順と確認', l, 5, ${later} l)
      from generate_series(1, ${courses}) c, generate_series(1, ${each}) l`,
    `insert into question_sets (id, lesson_id, title, "order", questions, updated_at)
      select 'big-q'||c||'-'||l, 'big-l'||c||'-'||l, '確認問題'||l, 1,
        '[{"id":"q1","type":"single","body":"正しいものは？","choices":[{"id":"a","body":"はい"},{"id":"b","body":"いいえ"}],"correctChoiceIds":["a"],"explanation":""}]',
        ${later} l)
      from generate_series(1, ${courses}) c, generate_series(5, ${each}, 5) l`,
  ];
};

/**
 * 400 users per company, which requires one course (必修) of them. Only the first users, staff and learners, get the
 * demo's password; the others cannot sign in.
 */
const people = ({ people: count, companies }: typeof LARGE) => [
  `insert into companies (id, name, note, created_at, updated_at)
    select 'big-'||c, '株式会社'||c||'商事', '', ${later} c), ${later} c) from generate_series(1, ${companies}) c`,
  `insert into users (id, username, password_hash, name, name_kana, email, role, company_id, active, created_at, last_studied_at)
    select 'big-u'||u, 'user'||u,
      case when u <= 2 * ${companies} then (select password_hash from users where username = 'student') else '-' end,
      (array['佐藤','鈴木','高橋','田中','伊藤','渡辺','山本','中村','小林','加藤'])[1 + u % 10]||' '||(array['花子','太郎','次郎','美咲','健'])[1 + u % 5]||u,
      (array['サトウ','スズキ','タカハシ','タナカ','イトウ','ワタナベ','ヤマモト','ナカムラ','コバヤシ','カトウ'])[1 + u % 10]||' '||(array['ハナコ','タロウ','ジロウ','ミサキ','ケン'])[1 + u % 5],
      'user'||u||'@example.com', case when u <= ${companies} then 'STAFF' else 'STUDENT' end,
      'big-'||(1 + u % ${companies}), u % 40 <> 0, ${later} u), now() - make_interval(days => u % 60)
    from generate_series(1, ${count}) u`,
  `insert into assignments (id, course_id, company_id, due_at, note, created_at, updated_at)
    select 'big-a'||c, 'big-c1', 'big-'||c, now() + interval '10 days', '', ${later} c), ${later} c) from generate_series(1, ${companies}) c`,
];

/** Gives every user the same number of lessons marked as read, in one or two courses, and of submits. */
const study = ({ people: count, courses, lessons, reads, submits }: typeof LARGE) => {
  const [each, read, handedIn] = [Math.ceil(lessons / courses), Math.ceil(reads / count), Math.ceil(submits / count)];
  return [
    `insert into lesson_reads (user_id, lesson_id, read_at, received_at)
      select 'big-u'||u, 'big-l'||(1 + (u + (r / 50)) % ${courses})||'-'||(1 + r % ${each}), at, at
      from (select u, r, now() - make_interval(days => u % 60 + (${read} - r)) as at
        from generate_series(1, ${count}) u, generate_series(0, ${read - 1}) r) as readings
      on conflict do nothing`,
    `insert into submits (id, user_id, client_submit_id, question_set_id, question_set_updated_at, answers, results, score, max_score, answered_at, received_at, studied_at)
      select 'big-x'||u||'-'||s, 'big-u'||u, 'big-x'||u||'-'||s, 'big-q'||(1 + u % ${courses})||'-'||(5 + 5 * (s % ${Math.floor(each / 5)})), at,
        '[{"questionId":"q1","choiceIds":["a"]}]', '[{"questionId":"q1","correct":true}]', 1, 1, at, at, at
      from (select u, s, now() - make_interval(days => u % 60, mins => s) as at
        from generate_series(1, ${count}) u, generate_series(1, ${handedIn}) s) as submits`,
  ];
};

/** Fills a database that already holds the demo data. */
export async function fillLarge(client: pg.Client, size = LARGE): Promise<void> {
  for (const statement of [...curriculum(size), ...people(size), ...study(size)]) await client.query(statement);
  // Vacuums, as autovacuum would have done; without the visibility map every index-only scan also reads the table.
  await client.query('vacuum analyze');
}
