/** A picture with reserved space, so that nothing shifts when it arrives; pressing it enlarges it. */
import { UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';

import classes from './Picture.module.css';

export interface PictureProps {
  /** Undefined while it is not known yet. */
  url?: string;
  /** It cannot be had: the words stand in its place. */
  isFailed?: boolean;
  /** It lies on another host: a link stands in its place. */
  isForeign?: boolean;
  /** Called when it did not come; another `url` may follow. */
  onMissing?: () => void;
  alt: string;
  /** The picture's own size in px, where it is known; 16:9 is reserved otherwise. */
  width?: number;
  height?: number;
}

/** Asks with CORS, so that the copy can be kept; a host without it is asked once more, plainly. */
function useLoading({ url, isFailed = false, onMissing }: PictureProps) {
  const [failure, setFailure] = useState<{ url?: string; isFinal: boolean }>();
  const isTriedPlainly = failure !== undefined && failure.url === url;
  return {
    crossOrigin: isTriedPlainly ? undefined : ('anonymous' as const),
    hasFailed: isFailed || (isTriedPlainly && failure.isFinal),
    handleError: () => {
      setFailure({ url, isFinal: isTriedPlainly });
      if (isTriedPlainly) onMissing?.();
    },
  };
}

export function Picture(props: PictureProps) {
  const { url, isForeign = false, alt, width = 1600, height = 900 } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // Whatever stands in its place takes its room: what is below does not move.
  const room = { aspectRatio: width / height };
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
      <span className={classes.failed} role="img" aria-label={alt} style={room}>
        画像を表示できません{alt && `：${alt}`}
      </span>
    );
  }
  if (!url) return <span className={classes.waiting} role="img" aria-label={alt} style={room} />;
  const image = <img src={url} alt={alt} width={width} height={height} crossOrigin={crossOrigin} decoding="async" />;
  return (
    <span className={classes.frame}>
      <UnstyledButton
        className={classes.button}
        onClick={() => dialog.current?.showModal()}
        aria-label={`画像を拡大：${alt}`}
        onErrorCapture={handleError}
      >
        {image}
      </UnstyledButton>
      <dialog ref={dialog} className={classes.dialog} aria-label={alt}>
        <form method="dialog">
          <UnstyledButton type="submit" className={classes.close} aria-label="拡大を閉じる">
            {image}
          </UnstyledButton>
        </form>
      </dialog>
    </span>
  );
}
