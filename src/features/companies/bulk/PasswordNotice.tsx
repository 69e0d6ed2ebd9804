/** Lists, after a reload, the people whose new password is lost because it was neither printed nor saved. */
import { Button, Card, Group, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';

import { nameOf, type User } from '@/api/users';
import { userQueries } from '@/queries/users';

export interface PasswordNoticeProps {
  ids: readonly string[];
  /** Selects the people of the notice, so that new passwords can be made for them. */
  onSelect: (people: readonly User[]) => void;
  onClose: () => void;
}

export function PasswordNotice({ ids, onSelect, onClose }: PasswordNoticeProps) {
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
