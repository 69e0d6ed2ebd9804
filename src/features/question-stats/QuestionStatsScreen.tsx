/** 問題の分析 (question statistics): which questions of a set are hard, and which wrong choices and texts are common. */
import { Button, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import type { QuestionStats, SetStats } from '@/api/question-stats';
import { fileNameOf, saveFile } from '@/device/download';
import { percentOf } from '@/lib/percent';
import { MAX_READ_LEARNERS, questionStatsQueries, type ShownStats } from '@/queries/curriculum/question-stats';
import { useImageUrl } from '@/queries/files/contents';
import { screens } from '@/session/screens';
import { type Cell, toCsv } from '@/study/csv';
import { typeNames } from '@/study/question-type-names';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';
import { Markdown, type MarkdownImageProps } from '@/ui/markdown/Markdown';
import { PageTitle } from '@/ui/PageTitle';
import { Picture } from '@/ui/Picture';

import '@mantine/core/styles/SegmentedControl.layer.css';
import classes from './QuestionStats.module.css';

/** Below this number of people a question's discrimination is not reliable. */
const MIN_PEOPLE = 20;

/** A question's statistics with its number in the set, from 1. */
type NumberedStats = QuestionStats & { number: number };

/** Returns the questions in the set's order, or the hardest first; questions without answers come last. */
export function sortStats({ questions }: Pick<SetStats, 'questions'>, isHardestFirst: boolean): NumberedStats[] {
  const numbered = questions.map((question, index) => ({ ...question, number: index + 1 }));
  if (!isHardestFirst) return numbered;
  const shareOf = ({ peopleCount, rightCount }: QuestionStats) => (peopleCount === 0 ? 2 : rightCount / peopleCount);
  return numbered.sort((a, b) => shareOf(a) - shareOf(b) || a.number - b.number);
}

/**
 * Returns a question's discrimination (its correlation with the learners' other results) with two digits and in words;
 * negative if learners with good other results tend to get this question wrong.
 */
export function discriminationWords({ discrimination }: Pick<QuestionStats, 'discrimination'>): string {
  if (discrimination === undefined) return '計算できません（全員が同じ結果です）';
  const value = discrimination.toFixed(2).replace('-', '−');
  if (discrimination < 0) return `${value}（ほかの問題ができる人ほど、まちがえています）`;
  if (discrimination < 0.2) return `${value}（できる人とできない人の差が小さい問題です）`;
  return value;
}

/** Returns the header and one row for each question, choice and wrong text, for `toCsv`. */
export function statsToRows(stats: SetStats): Cell[][] {
  const header = ['問', '種類', '項目', '内容', '人数', '対象の人数', '割合（%）', '識別力'];
  const rows = sortStats(stats, false).flatMap((question) => {
    const { number, type, body, peopleCount, rightCount, discrimination, choices, wrongTexts } = question;
    const row = (item: string, words: string, count: number, extra: Cell = '') => [
      String(number),
      typeNames[type],
      item,
      words,
      String(count),
      String(peopleCount),
      peopleCount === 0 ? '' : String(percentOf(count, peopleCount)),
      extra,
    ];
    return [
      row('正解した人', body, rightCount, discrimination === undefined ? '' : { value: discrimination.toFixed(3) }),
      ...choices.map((choice) => row(choice.isCorrect ? '選択肢（正解）' : '選択肢', choice.body, choice.count)),
      ...wrongTexts.map((wrong) => row('多いまちがい', wrong.text, wrong.count)),
    ];
  });
  return [header, ...rows];
}

const NAME = screens['/_app/_staff/question-stats/$questionSetId'].title;
const orders = [
  { value: 'hardest', label: '難しい順' },
  { value: 'set', label: '出題順' },
];

/** Returns why there are no statistics to show; undefined if there are. */
function emptyWords({ peopleCount, questions, isWithheld }: ShownStats): string | undefined {
  if (isWithheld) return `解いた人が10名以上になると表示します（いま${peopleCount}名）`;
  if (peopleCount === 0) return 'まだだれも解いていません';
  return questions.length === 0 ? '問題はまだありません' : undefined;
}

function Results({ stats }: { stats: ShownStats }) {
  const [order, setOrder] = useState('hardest');
  const { peopleCount, title, fromProgress } = stats;
  const save = () => saveFile(fileNameOf(`${title}の分析.csv`), toCsv(statsToRows(stats)));
  return (
    <>
      <Text role="status">{`受講者${peopleCount}名の、最後の解答から数えています。`}</Text>
      {fromProgress?.isCut && (
        <p className="m-0 p-8-16 rounded-md bg-wait edge">
          {`このサーバーでは、受講者${MAX_READ_LEARNERS}名までの最後の解答から数えます。ほかの受講者は入っていません。`}
        </p>
      )}
      {peopleCount < MIN_PEOPLE && (
        <p className="m-0 p-8-16 rounded-md bg-wait edge">
          {`${MIN_PEOPLE}名より少ないため、割合と識別力は、一人の解答で大きく変わります。`}
        </p>
      )}
      <Group justify="space-between">
        <SegmentedControl aria-label="並び順" data={orders} value={order} onChange={setOrder} />
        <Button variant="default" onClick={() => void save()}>
          CSVで保存
        </Button>
      </Group>
      <ol className="plain-list grid gap-16" aria-label="問題">
        {sortStats(stats, order === 'hardest').map((question) => (
          <li key={question.questionId}>
            <QuestionStatsCard question={question} />
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed">
        識別力は、その問題の正解とほかの問題の点数との相関（点双列相関係数、−1～1）です。大きいほど、できる人とできない人を分ける問題です。
      </Text>
    </>
  );
}

export function QuestionStatsScreen({ questionSetId }: { questionSetId: string }) {
  const { data: stats } = useSuspenseQuery(questionStatsQueries.ofSet(questionSetId));
  const empty = emptyWords(stats);
  return (
    <Stack gap="md">
      <PageTitle>{NAME}</PageTitle>
      <Group justify="space-between">
        <Text fw={700}>{stats.title}</Text>
        <Group gap="xs">
          <LinkButton to="/lessons/$lessonId" params={{ lessonId: stats.lessonId }} variant="default">
            レッスンを見る
          </LinkButton>
          <LinkButton to="/lessons/edit/$lessonId" params={{ lessonId: stats.lessonId }} variant="default">
            問題集を編集
          </LinkButton>
        </Group>
      </Group>
      {empty === undefined ? <Results stats={stats} /> : <EmptyState title={empty} />}
    </Stack>
  );
}

function StatsImage({ source, ...picture }: MarkdownImageProps) {
  return <Picture {...picture} {...useImageUrl(source)} />;
}

function StatsText({ text }: { text: string }) {
  return <Markdown variant="inline" text={text} Image={StatsImage} />;
}

interface BarProps {
  words: ReactNode;
  count: number;
  all: number;
  /** The bar's colour; the words beside the bar say the same, so colour is not needed. */
  isRight: boolean;
}

/** A decorative bar, hidden from screen readers: the words beside it contain the numbers. */
function Bar({ words, count, all, isRight }: BarProps) {
  const percent = percentOf(count, all);
  return (
    <div className={classes.row}>
      <div className="break-anywhere">{words}</div>
      <span className="tabular">{`${percent}%（${count}名）`}</span>
      <svg className={classes.bar} aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none">
        <rect className={classes.track} width="100" height="8" />
        <rect className={isRight ? classes.right : classes.wrong} width={percent} height="8" />
      </svg>
    </div>
  );
}

/** One question of 問題の分析 (question statistics): share of right answers, choices, and the most common wrong texts. */
function QuestionStatsCard({ question }: { question: NumberedStats }) {
  const { number, type, body, peopleCount, rightCount, choices, wrongTexts } = question;
  return (
    <Card className="grid gap-8">
      <h2 className="m-0 text-lg">{`問${number}（${typeNames[type]}）`}</h2>
      <StatsText text={body} />
      {peopleCount === 0 ? (
        <p>いまの問題に答えた人は、まだいません。</p>
      ) : (
        <>
          <Bar words="正解した人" count={rightCount} all={peopleCount} isRight />
          {choices.length > 0 && (
            <div role="group" aria-label="選んだ人">
              <h3 className={classes.subheading}>選んだ人</h3>
              {choices.map(({ id, body: choice, isCorrect, count }) => (
                <Bar
                  key={id}
                  words={
                    <>
                      <StatsText text={choice} />
                      {isCorrect && <strong>正解</strong>}
                    </>
                  }
                  count={count}
                  all={peopleCount}
                  isRight={isCorrect}
                />
              ))}
            </div>
          )}
          {wrongTexts.length > 0 && (
            <div role="group" aria-label="多いまちがい">
              <h3 className={classes.subheading}>多いまちがい</h3>
              {wrongTexts.map(({ text, count }) => (
                <Bar key={text} words={text} count={count} all={peopleCount} isRight={false} />
              ))}
            </div>
          )}
          <p className="m-0 text-sm">{`識別力：${discriminationWords(question)}`}</p>
        </>
      )}
    </Card>
  );
}
