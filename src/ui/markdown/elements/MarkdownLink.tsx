/** A link in a text: opened within the app by the router, to other sites in a new tab, or shown as plain text. */
import { useRouter } from '@tanstack/react-router';
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';

import { readLink } from './allowed-links';

import classes from './markdown.module.css';

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Resolves links between documents; provided by the feature that shows the text. */
export const MarkdownLinkContext = createContext<(href: string, words: string) => string | undefined>(() => undefined);

export interface MarkdownLinkProps {
  href: string;
  /** The link's text. */
  words: string;
  title?: string;
  children: ReactNode;
}

export function MarkdownLink({ href, words, title, children }: MarkdownLinkProps) {
  // Without a router, as in prerendering, the browser follows the link.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const target = readLink(useContext(MarkdownLinkContext)(href, words) ?? href);

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    if (!router || target?.kind !== 'app' || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = new URL(event.currentTarget.href);
    router.history.push(pathname + search + hash);
  }

  if (!target) return <span>{children}</span>;
  if (target.kind !== 'external') {
    return (
      <a href={target.href} title={title} onClick={handleClick}>
        {children}
      </a>
    );
  }
  return (
    <a
      href={target.href}
      title={title}
      translate={href.endsWith(words) ? 'no' : undefined}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={classes.external}
    >
      {children}
      <span className="visually-hidden" data-no-find>
        （新しいタブで開きます）
      </span>
    </a>
  );
}
