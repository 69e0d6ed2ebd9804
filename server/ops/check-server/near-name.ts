/** Finds the server's field that may be a missing one under another name: `name` ← `full_name`. */

/** Words that other servers use for ours. */
const synonyms: Record<string, string> = {
  modified: 'updated',
  changed: 'updated',
  registered: 'created',
  completed: 'finished',
  label: 'title',
  heading: 'title',
  text: 'body',
  content: 'body',
  markdown: 'body',
  statement: 'body',
  kind: 'type',
  option: 'choice',
  result: 'item',
  data: 'item',
  row: 'item',
  record: 'item',
  num: 'count',
  number: 'count',
  total: 'count',
  position: 'order',
  sequence: 'order',
  duration: 'minute',
  login: 'username',
  organization: 'company',
  quiz: 'question',
  point: 'score',
};

/** Splits a name in camelCase or snake_case into words without plural, each by its usual name here. */
function wordsOf(name: string): Set<string> {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .map((word) => word.replace(/(?<=[^s]{2})s$/, ''));
  return new Set(words.map((word) => synonyms[word] ?? word));
}

/** Returns the share of common words among all words of two names. */
function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if ([...a].join('') === [...b].join('')) return 1;
  const common = [...a].filter((word) => b.has(word)).length;
  return common / (a.size + b.size - common);
}

/** Returns the line of a dialect's `toApp` that gives a field its value. @param field `sections[].title` */
export function mendLine(field: string, near: string): string {
  const [last = '', ...lists] = field.split('[].').toReversed();
  const loops = lists.toReversed().map((list, depth) => {
    const item = `item${depth + 1}`;
    return `for (const ${item} of ${depth === 0 ? 'body' : `item${depth}`}.${list}) `;
  });
  const owner = [loops.length > 0 ? `item${loops.length}` : 'body', ...last.split('.').slice(0, -1)].join('.');
  return `${loops.join('')}${owner}.${last.replace(/^.*\./, '')} = ${owner}[${JSON.stringify(near)}];`;
}

/** Share of common words from which two names are taken for the same. */
const LIKE = 0.5;

/**
 * Returns the name that is most like a missing one; undefined if none is.
 *
 * @param fits returns true if the value of a name would fit; such names go first.
 */
export function findNearName(
  missing: string,
  names: readonly string[],
  fits: (name: string) => boolean,
): string | undefined {
  const scores = names.map((name) => {
    const score = likeness(missing, name);
    return { name, score: score >= LIKE && fits(name) ? score + 1 : score };
  });
  const best = scores.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= LIKE ? best.name : undefined;
}
