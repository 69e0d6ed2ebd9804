/** A typed router link with the look of a button. */
import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorButtonProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

export const LinkButton = createLink((props: AnchorButtonProps) => <Button component="a" {...props} />);
