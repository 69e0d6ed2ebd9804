/** The account menu: マイページ and ログアウト, no more (specification §2). */
import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';

import { useMe } from '@/queries/me';
import { signOut } from '@/queries/session';
import { IconLogout, IconUser } from '@/ui/icons';
import { LinkMenuItem } from '@/ui/links';

import classes from './AccountMenu.module.css';

/** Signs out, then restarts the app at the login screen. */
async function handleSignOut(): Promise<void> {
  await signOut();
  window.location.assign('/login');
}

export function AccountMenu() {
  const me = useMe();
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={`アカウント（${me.name}）`}>
          <Avatar size={34} radius="xl" className={classes.avatar} aria-hidden>
            {me.name.slice(0, 1)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={700} truncate>
            {me.name}
          </Text>
        </Menu.Label>
        <LinkMenuItem to="/mypage" leftSection={<IconUser size={18} aria-hidden />}>
          マイページ
        </LinkMenuItem>
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void handleSignOut()}>
          ログアウト
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
