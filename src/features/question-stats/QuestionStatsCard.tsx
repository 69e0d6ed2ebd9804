/** One question of 問題の分析 (question statistics): share of right answers, choices, and the most common wrong texts. */
import { Card } from '@mantine/core';
import type { ReactNode } from 'react';

import { percentOf } from '@/lib/percent';
import { useImageUrl } from '@/queries/contents';
import { Markdown, type MarkdownImageProps } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';

import { discriminationWords, type NumberedStats, typeNames } from './stats-words';

import classes from './QuestionStats.module.css';

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
      <div className={classes.words}>{words}</div>
      <span className={classes.number}>{`${percent}%（${count}名）`}</span>
      <svg className={classes.bar} aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none">
        <rect className={classes.track} width="100" height="8" />
        <rect className={isRight ? classes.right : classes.wrong} width={percent} height="8" />
      </svg>
    </div>
  );
}

export function QuestionStatsCard({ question }: { question: NumberedStats }) {
  const { number, type, body, peopleCount, rightCount, choices, wrongTexts } = question;
  return (
    <Card className={classes.card}>
      <h2 className={classes.heading}>{`問${number}（${typeNames[type]}）`}</h2>
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
          <p className={classes.discrimination}>{`識別力：${discriminationWords(question)}`}</p>
        </>
      )}
    </Card>
  );
}
