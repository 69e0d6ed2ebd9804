/**
 * The bottom of the side menu: display settings, and the list of shortcuts if there is a keyboard; their dialogs are loaded on first
 * use.
 */
import { UnstyledButton } from '@mantine/core';
import { startTransition, Suspense, useState } from 'react';

import { IconKeyboard, IconTextSize } from '@/ui/icons';
import { lazyAsked } from '@/ui/lazy-asked';
import { useReturnFocus } from '@/ui/use-return-focus';

import { useHelpKey } from './use-help-key';

import classes from './SideTools.module.css';

const DisplayPanel = lazyAsked(() => import('@/ui/DisplayPanel').then((module) => module.DisplayPanel));
const KeyHelpDialog = lazyAsked(() => import('./KeyHelpDialog').then((module) => module.KeyHelpDialog));

interface ToolProps {
  label: string;
  Icon: typeof IconKeyboard;
  isExpanded: boolean;
  className?: string;
  onClick: () => void;
}

function Tool({ label, Icon, isExpanded, className = '', onClick }: ToolProps) {
  return (
    <UnstyledButton
      className={`${classes.tool} ${className}`}
      aria-label={label}
      aria-haspopup="dialog"
      title={isExpanded ? undefined : label}
      onClick={onClick}
    >
      <Icon size={22} stroke={1.8} aria-hidden />
      {isExpanded && <span>{label}</span>}
    </UnstyledButton>
  );
}

export interface SideToolsProps {
  isExpanded: boolean;
  /** Called when a dialog opens, so that the drawer closes. */
  onOpen: () => void;
}

export function SideTools({ isExpanded, onOpen }: SideToolsProps) {
  const [dialog, setDialog] = useState<'display' | 'keys'>();
  useReturnFocus(dialog !== undefined);
  const show = (wanted: typeof dialog) => startTransition(() => setDialog(wanted));
  useHelpKey(() => show('keys'));
  const open = (wanted: typeof dialog) => {
    onOpen();
    show(wanted);
  };
  const close = () => setDialog(undefined);
  return (
    <div className={classes.tools}>
      <Tool label="表示設定" Icon={IconTextSize} isExpanded={isExpanded} onClick={() => open('display')} />
      <Tool
        label="キー操作"
        Icon={IconKeyboard}
        isExpanded={isExpanded}
        className={classes.forKeyboards}
        onClick={() => open('keys')}
      />
      <Suspense>
        {dialog === 'display' && <DisplayPanel onClose={close} onMissing={close} />}
        {dialog === 'keys' && <KeyHelpDialog onClose={close} onMissing={close} />}
      </Suspense>
    </div>
  );
}
