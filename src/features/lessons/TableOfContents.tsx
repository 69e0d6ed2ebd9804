/** The lesson's headings, beside the text on wide screens. */
import classes from './TableOfContents.module.css';

export interface TableOfContentsProps {
  outline: readonly { depth: 2 | 3; text: string; id: string }[];
}

export function TableOfContents({ outline }: TableOfContentsProps) {
  return (
    <nav className={classes.contents} aria-label="目次">
      <p className={classes.title}>目次</p>
      <ol>
        {outline.map(({ depth, text, id }) => (
          <li key={id} data-depth={depth}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
