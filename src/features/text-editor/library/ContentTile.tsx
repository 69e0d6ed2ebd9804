/** One uploaded file in the list: a small picture, or the name of a text. */
import { Text, UnstyledButton } from '@mantine/core';

import type { Content } from '@/api/contents';
import { lessonOfVersion } from '@/api/version-names';
import { formatBytes } from '@/lib/format-bytes';
import { useImageUrl } from '@/queries/contents';
import { IconFile } from '@/ui/editor-icons';
import { describeUse } from '@/ui/FileUses';
import { formatDay } from '@/ui/formats';

import classes from './ContentTile.module.css';

function Thumbnail({ contentId }: { contentId: string }) {
  const { url, isFailed, onMissing } = useImageUrl(`content:${contentId}`);
  return (
    <span className={classes.thumb}>
      {url && <img src={url} alt="" loading="lazy" decoding="async" crossOrigin="anonymous" onError={onMissing} />}
      {isFailed && <span className={classes.failed}>表示できません</span>}
    </span>
  );
}

/** Returns where a file is used, in a few words; '' if the server does not say. */
function summarise({ uses }: Content): string {
  const [first, ...others] = uses ?? [];
  if (!first) return uses ? '使われていません' : '';
  return others.length > 0 ? `${describeUse(first)}など${others.length + 1}か所` : describeUse(first);
}

export interface ContentTileProps {
  content: Content;
  /** True for an earlier version of a lesson's text. */
  isOlder: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

export function ContentTile({ content, isOlder, isChosen, onChoose }: ContentTileProps) {
  const { id, fileName, fileType, byteLength, updatedAt } = content;
  const use = summarise(content);
  // An earlier version of a text is named by its lesson, because its file name contains no title.
  const name = lessonOfVersion(fileName) && content.uses?.length ? use : fileName;
  return (
    <li>
      <UnstyledButton className={classes.tile} data-type={fileType} aria-pressed={isChosen} onClick={onChoose}>
        {fileType === 'img' ? <Thumbnail contentId={id} /> : <IconFile size={22} aria-hidden />}
        <span className={classes.words}>
          <span className={classes.name} title={fileName} translate={name === fileName ? 'no' : undefined}>
            {name}
          </span>
          <Text span size="xs" c="dimmed">
            {[updatedAt && formatDay(updatedAt), byteLength !== undefined && formatBytes(byteLength)]
              .filter(Boolean)
              .join(' ・ ')}
          </Text>
          {use && use !== name && (
            <span className={classes.use} title={use}>
              {use}
            </span>
          )}
        </span>
        {isOlder && <span className={classes.older}>以前の版</span>}
      </UnstyledButton>
    </li>
  );
}
