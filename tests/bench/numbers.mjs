/** Medians and ratios, printed as Markdown tables. */

/**
 * @typedef {object} Row
 * @property {string} what
 * @property {number} app the app's value: bytes or milliseconds
 * @property {number} floor the value of the minimal app or bare code that the app is compared with
 * @property {string} unit
 * @property {string} aim '–' for none
 * @property {number} [spread] half the range of the app's runs, as a share of their median
 */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/**
 * Returns half the range of the values, as a share of their median.
 *
 * @param {readonly number[]} values
 */
export function spread(values) {
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values);
}

/**
 * Returns a table row from the runs of app and baseline, which were made in turns.
 *
 * @param {Pick<Row, 'what' | 'aim'>} row
 * @param {readonly number[]} app milliseconds
 * @param {readonly number[]} floor milliseconds
 * @returns {Row}
 */
export function timeRow(row, app, floor) {
  return { ...row, app: median(app), floor: median(floor), unit: 'ms', spread: spread(app) };
}

/**
 * Prints rows as a Markdown table, ready for the README.
 *
 * @param {string} title
 * @param {readonly Row[]} rows
 */
export function printTable(title, rows) {
  const lines = rows.map(({ what, app, floor, unit, aim, spread: range }) => {
    const cells = [what, format(app, unit), format(floor, unit), (app / floor).toFixed(2), aim];
    return `| ${[...cells, range === undefined ? '–' : `±${Math.round(range * 100)} %`].join(' | ')} |`;
  });
  console.log(`\n### ${title}\n`);
  console.log('| | app | floor | ratio | aim | spread |\n| --- | --- | --- | --- | --- | --- |');
  console.log(lines.join('\n'));
}

/**
 * @param {number} value
 * @param {string} unit
 */
function format(value, unit) {
  if (unit === 'bytes') return `${(value / 1000).toFixed(1)} kB`;
  return `${value < 20 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
