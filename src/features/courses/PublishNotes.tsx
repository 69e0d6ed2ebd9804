/** The report before a course is published: progress of the checks, empty parts, and problems found in the texts. */
import { Button, Group, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Finding } from '@/study/outline/publish-checks';
import { takeFocusOfForm } from '@/ui/keys/form-focus';

import type { PublishChecking, PublishReport } from './use-publish-checks';

import classes from './PublishNotes.module.css';
import '@mantine/core/styles/Progress.layer.css';

/** At most this many problems of a kind are named; the rest are counted. */
const MAX_NAMED = 10;

function Rest({ count }: { count: number }) {
  return count > MAX_NAMED ? <Text size="sm">ほか{count - MAX_NAMED}か所</Text> : null;
}

function FindingItem({ finding: { lessonId, place, problems } }: { finding: Finding }) {
  return (
    <li>
      {lessonId === undefined ? (
        place
      ) : (
        <Link
          to="/lessons/edit/$lessonId"
          params={{ lessonId }}
          className={`${classes.place} inline-flex items-center touch c-inherit`}
        >
          {place}
        </Link>
      )}
      <span className="block c-muted text-sm">{problems.join('、')}</span>
    </li>
  );
}

export function PublishNotes({ report: { gaps, findings } }: { report: PublishReport }) {
  return (
    <div>
      {gaps.length > 0 && (
        <>
          <Text fw={700}>このまま公開すると、中身のないところが{gaps.length}か所あります。</Text>
          <ul className={`${classes.notes} list-indent`}>
            {gaps.slice(0, MAX_NAMED).map((gap) => (
              <li key={gap}>{gap}</li>
            ))}
          </ul>
          <Rest count={gaps.length} />
        </>
      )}
      {findings.length > 0 && (
        <>
          <Text fw={700}>公開の前に見直すところが{findings.length}か所あります。</Text>
          <ul className={`${classes.notes} list-indent`}>
            {findings.slice(0, MAX_NAMED).map((finding) => (
              <FindingItem key={`${finding.lessonId} ${finding.place}`} finding={finding} />
            ))}
          </ul>
          <Rest count={findings.length} />
        </>
      )}
    </div>
  );
}

export function PublishProgress({ checking: { done, all, cancel } }: { checking: PublishChecking }) {
  return (
    <div className="grid gap-8">
      <Text size="sm" role="status">
        公開する前に、本文と問題集を確認しています（{all}件中{done}件）
      </Text>
      <Progress value={all === 0 ? 0 : (done / all) * 100} aria-label="確認の進捗" />
      <Group gap="xs">
        <Button ref={takeFocusOfForm} variant="default" onClick={cancel}>
          キャンセル
        </Button>
      </Group>
    </div>
  );
}
