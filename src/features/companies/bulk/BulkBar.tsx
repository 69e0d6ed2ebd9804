/**
 * The bar below a table of people: actions on the selected people, and a notice of new passwords that were neither
 * printed nor saved.
 */
import { Button, Card, Group, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

import { type User, nameOf } from '@/api/users';
import { noteNewPasswords, readNewPasswords } from '@/device/new-passwords';
import { useMe } from '@/queries/me';
import { userQueries } from '@/queries/people/users';
import { lazyAsked } from '@/ui/lazy-asked';

import type { Selection } from './use-selection';

const BulkActions = lazyAsked(() => import('./BulkActions').then((module) => module.BulkActions));

export function BulkBar({ selection: { people, replace } }: { selection: Selection }) {
  const { id: by } = useMe();
  const [lost, setLost] = useState(() => readNewPasswords(by));
  // The bar stays mounted after the first selection, because an open panel keeps its people even when another filter
  // empties the selection.
  const [isUsed, setUsed] = useState(false);
  if (people.length > 0 && !isUsed) setUsed(true);
  const clear = () => replace([]);
  const select = (some: readonly User[]) => {
    setLost([]);
    replace(some);
  };
  const forget = () => {
    noteNewPasswords(by, []);
    setLost([]);
  };
  return (
    <>
      {lost.length > 0 && <PasswordNotice ids={lost} onSelect={select} onClose={forget} />}
      {isUsed && (
        <Suspense fallback={null}>
          <BulkActions
            people={people}
            onClear={clear}
            onPanelClosed={() => setLost(readNewPasswords(by))}
            onMissing={() => {
              setUsed(false);
              clear();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Lists, after a reload, the people whose new password is lost because it was neither printed nor saved. */
interface PasswordNoticeProps {
  ids: readonly string[];
  /** Selects the people of the notice, so that new passwords can be made for them. */
  onSelect: (people: readonly User[]) => void;
  onClose: () => void;
}

function PasswordNotice({ ids, onSelect, onClose }: PasswordNoticeProps) {
  const answers = useQueries({ queries: ids.map((id) => userQueries.detail(id)) });
  const people = answers.flatMap(({ data }) => data ?? []);
  return (
    <Card component="section" aria-label="控えのないパスワード">
      <Text size="sm">
        パスワードの作成が途中で終わりました。次の{ids.length}
        名はパスワードが新しくなりましたが、控えがありません。もう一度作ってください。
      </Text>
      <Text size="sm" fw={700} translate="no">
        {people.map((person) => `${nameOf(person)}（${person.username ?? '–'}）`).join('、')}
      </Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" disabled={people.length === 0} onClick={() => onSelect(people)}>
          この{ids.length}名を選ぶ
        </Button>
        <Button variant="subtle" onClick={onClose}>
          閉じる
        </Button>
      </Group>
    </Card>
  );
}
