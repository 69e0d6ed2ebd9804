/** Lists rows of a file, each with the reasons why it is rejected or should be checked. */
import classes from './ImportPlan.module.css';

export interface ImportFaultsProps {
  title: string;
  faults: readonly { line: number; username: string; name: string; reasons: readonly string[] }[];
}

export function ImportFaults({ title, faults }: ImportFaultsProps) {
  if (faults.length === 0) return null;
  const scroll = { role: 'region', tabIndex: 0, 'aria-label': title };
  return (
    <div className={`${classes.faults} m-0 p-12-16 rounded-md edge`}>
      <h3>{title}</h3>
      <div {...scroll}>
        <ul>
          {faults.map(({ line, username, name, reasons }) => (
            <li key={line}>
              <strong>{line}行目</strong> <span translate="no">{[name, username].filter(Boolean).join(' ')}</span>：
              {reasons.join(' ')}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
