/** Mantine's parts as typed links of the router. */
import { Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorProps<P> = P & Omit<ComponentPropsWithRef<'a'>, keyof P>;

/** A link that looks like a button. */
export const LinkButton = createLink((props: AnchorProps<ButtonProps>) => <Button component="a" {...props} />);

/** A menu entry that leads somewhere. */
export const LinkMenuItem = createLink((props: AnchorProps<MenuItemProps>) => <Menu.Item component="a" {...props} />);
