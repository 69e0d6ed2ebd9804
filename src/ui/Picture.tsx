/** A picture with reserved space, to avoid layout shift; pressing it enlarges it. */
import { UnstyledButton } from '@mantine/core';
import { startTransition, Suspense, useState } from 'react';

import { lazyAsked } from './lazy-asked';

import classes from './Picture.module.css';

const FullView = lazyAsked(() => import('./full-view/FullView').then((module) => module.FullView));

export interface PictureProps {
  /** The picture's URL; undefined while loading. */
  url?: string;
  /** True if the URL could not be loaded: a text is shown instead. */
  isFailed?: boolean;
  /** Called when the picture failed to load; the parent may then pass a new `url`. */
  isForeign?: boolean;
  /** Called when the picture failed to load; a new `url` may follow. */
  onMissing?: () => void;
  alt: string;
  /** The picture's size in px, if known; default 16:9. */
  width?: number;
  height?: number;
  /** The largest width at which it is shown, in px or as a CSS length; default: that of the column. */
  shownWidth?: number | string;
}

/** Requests the picture with CORS, so that the service worker can cache it; retries once without CORS. */
function useLoading({ url, isFailed = false, onMissing }: PictureProps) {
  const [failure, setFailure] = useState<{ url?: string; isFinal: boolean }>();
  const isRetry = failure !== undefined && failure.url === url;
  return {
    crossOrigin: isRetry ? undefined : ('anonymous' as const),
    hasFailed: isFailed || (isRetry && failure.isFinal),
    handleError: () => {
      setFailure({ url, isFinal: isRetry });
      if (isRetry) onMissing?.();
    },
  };
}

export function Picture(props: PictureProps) {
  const { url, isForeign = false, alt, width = 1600, height = 900, shownWidth } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  // Every placeholder has the same size as the picture.
  const reserved = { aspectRatio: width / height, maxWidth: shownWidth };
  const { crossOrigin, hasFailed, handleError } = useLoading(props);
  if (isForeign) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        {alt || url}
      </a>
    );
  }
  if (hasFailed) {
    return (
      <span
        className={`${classes.failed} block border-dashed rounded-md c-muted`}
        role="img"
        aria-label={alt}
        style={reserved}
      >
        画像を表示できません{alt && `：${alt}`}
      </span>
    );
  }
  if (!url)
    return <span className="block w-full rounded-md bg-track edge" role="img" aria-label={alt} style={reserved} />;
  const image = <img src={url} alt={alt} width={width} height={height} crossOrigin={crossOrigin} decoding="async" />;
  return (
    <span className={`${classes.frame} block`} style={shownWidth ? { maxWidth: shownWidth } : undefined}>
      <UnstyledButton
        className={classes.button}
        aria-haspopup="dialog"
        onClick={() => startTransition(() => setOpen(true))}
        aria-label={`画像を拡大：${alt}`}
        onErrorCapture={handleError}
      >
        {image}
      </UnstyledButton>
      <Suspense>
        {isOpen && (
          <FullView label={alt || '画像'} ratio={width / height} onClose={close} onMissing={close}>
            {image}
          </FullView>
        )}
      </Suspense>
    </span>
  );
}
