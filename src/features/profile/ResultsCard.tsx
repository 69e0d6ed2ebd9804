/** Results over time: the last result of each question set, as a chart and as a table. */
import { Card, Text } from '@mantine/core';
import { Suspense } from 'react';

import { percentOf } from '@/lib/percent';
import { scoreWords } from '@/study/course-progress';
import type { OwnProgress, OwnQuestionSetProgress } from '@/study/unconfirmed';
import { formatDay } from '@/ui/formats';
import { lazyExtra } from '@/ui/lazy-extra';

import { Details } from './Details';

import classes from './ChartCard.module.css';

/** The last scored result of a question set. */
interface Result {
  questionSetId: string;
  title: string;
  score: number;
  maxScore: number;
  /** The score; undefined until the server has graded a submit with the current number of questions. */
  bestScore: number | undefined;
  pending: OwnQuestionSetProgress['pending'];
  /** ISO 8601. */
  submittedAt: string;
}

function toResult(set: OwnQuestionSetProgress): Result | undefined {
  const { questionSetId, title, lastScore, bestScore, maxScore, lastSubmittedAt, pending } = set;
  if (lastScore === undefined || lastSubmittedAt === undefined || !maxScore) return undefined;
  return {
    questionSetId,
    title: title || '問題',
    score: lastScore,
    maxScore,
    bestScore: bestScore ?? (pending ? undefined : lastScore),
    pending,
    submittedAt: lastSubmittedAt,
  };
}

/** Returns the last result of each question set, oldest first. The progress from the server has no earlier results. */
export function lastResults({ courses, unplacedQuestionSets }: OwnProgress): Result[] {
  return [...courses.flatMap(({ questionSets = [] }) => questionSets), ...unplacedQuestionSets]
    .flatMap((set) => toResult(set) ?? [])
    .sort((a, b) => Date.parse(a.submittedAt) - Date.parse(b.submittedAt));
}

const ScoreChart = lazyExtra(() => import('@/ui/charts/ScoreChart').then((module) => module.ScoreChart));

/** Makes a wide table a focusable scroll region, so that the keyboard can scroll it. */
const scrolls = { role: 'region', tabIndex: 0, 'aria-label': '問題の結果の表' };

const toPoint = (result: Result) => ({
  id: result.questionSetId,
  timeMs: Date.parse(result.submittedAt),
  percent: percentOf(result.score, result.maxScore),
  words: `${formatDay(result.submittedAt)} ${result.title}：${scoreWords(result.score, result)}`,
});

function ResultTable({ results }: { results: readonly Result[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">問題</th>
          <th scope="col">日付</th>
          <th scope="col">最後</th>
          <th scope="col">最高</th>
        </tr>
      </thead>
      <tbody>
        {results.map(({ questionSetId, title, submittedAt, score, bestScore, maxScore, pending }) => (
          <tr key={questionSetId}>
            <th scope="row">{title}</th>
            <td>{formatDay(submittedAt)}</td>
            <td>{scoreWords(score, { maxScore, pending })}</td>
            <td>{bestScore === undefined ? '–' : `${bestScore}/${maxScore}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ResultsCard({ progress }: { progress: OwnProgress }) {
  const results = lastResults(progress);
  return (
    <Card component="section" aria-labelledby="results" className={`${classes.card} grid gap-8 content-start`}>
      <h2 id="results" className="m-0 text-xl">
        結果の移り変わり
      </h2>
      {results.length === 0 ? (
        <Text size="sm" c="dimmed">
          問題の結果はまだありません。
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            問題ごとの最後の結果を、提出した日の順に並べています。解き直すと、新しい結果に置きかわります。
          </Text>
          <div className={classes.chartPlace}>
            <Suspense>
              <ScoreChart points={results.map(toPoint)} label={`問題の結果、${results.length}件（正答の割合）`} />
            </Suspense>
          </div>
          <Details summary="表で見る">
            <div className="overflow-x-auto" {...scrolls}>
              <ResultTable results={[...results].reverse()} />
            </div>
          </Details>
        </>
      )}
    </Card>
  );
}
