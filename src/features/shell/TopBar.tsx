/** The top bar: menu button, logo, breadcrumbs, search, account menu. */
import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useService } from '@/queries/info';
import { IconMenu } from '@/ui/icons';

import { AccountButton } from './AccountButton';
import { Breadcrumbs } from './Breadcrumbs';
import { SearchButton } from './SearchButton';

import classes from './TopBar.module.css';

export interface TopBarProps {
  isMenuOpen: boolean;
  onToggleMenu: () => void;
  /** The sync indicator, shown beside the account. */
  status?: ReactNode;
}

export function TopBar({ isMenuOpen, onToggleMenu, status }: TopBarProps) {
  const { serviceName } = useService();
  return (
    <header className={classes.bar}>
      <ActionIcon
        aria-label={isMenuOpen ? 'メニューをたたむ' : 'メニューを開く'}
        aria-expanded={isMenuOpen}
        aria-controls="side-menu"
        onClick={onToggleMenu}
        color="gray"
      >
        <IconMenu size={22} aria-hidden />
      </ActionIcon>
      <Link to="/" className={classes.logo} translate="no" aria-label={`${serviceName} ホーム`} title={serviceName}>
        <img src="/logo.webp" width={32} height={32} alt="" />
        <span>{serviceName}</span>
      </Link>
      <Breadcrumbs />
      <SearchButton />
      {status}
      <AccountButton />
    </header>
  );
}
