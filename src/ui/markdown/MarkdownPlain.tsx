/** A text as it was written, where it cannot be laid out. */
import classes from './markdown.module.css';

export interface MarkdownPlainProps {
  text: string;
  /** What stands before it says so already. */
  isContinued?: boolean;
}

export function MarkdownPlain({ text, isContinued = false }: MarkdownPlainProps) {
  return (
    <>
      {!isContinued && (
        <p role="note" className={classes.notice}>
          長すぎるか複雑なため、ここは書かれたまま表示しています。
        </p>
      )}
      <div className={classes.plain}>{text}</div>
    </>
  );
}
