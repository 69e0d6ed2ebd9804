/** Finds the server's field that may be a missing one under another name: `name` ← `full_name`. */

/** Words that other servers use for ours. */
const synonyms: Record<string, string> = {
  modified: 'updated',
  changed: 'updated',
  date: 'at',
  on: 'at',
  registered: 'created',
  completed: 'finished',
  enabled: 'active',
  summary: 'description',
  overview: 'description',
  announcement: 'notice',
  remark: 'note',
  memo: 'note',
  contact: 'support',
  mail: 'email',
  address: 'email',
  size: 'length',
  original: 'file',
  filename: 'file',
  commentary: 'explanation',
  label: 'title',
  name: 'title',
  heading: 'title',
  text: 'body',
  content: 'body',
  markdown: 'body',
  statement: 'body',
  prompt: 'body',
  stem: 'body',
  ordering: 'order',
  sort: 'order',
  learner: 'student',
  instructor: 'teacher',
  administrator: 'admin',
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
  discord: 'community',
  slack: 'community',
  chat: 'community',
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
  const share = common / (a.size + b.size - common);
  // `completedLessonCount` counts something else than `lessonCount`.
  return /count$/i.test(one) && share < 1 ? 0 : share;
}

/** Share of common words from which two names are taken for the same. */
const LIKE = 0.5;

/** Returns true if a name is more like another one of the app's names than like the missing one. */
function isOfOther(name: string, missing: string, known: readonly string[]): boolean {
  const own = likeness(missing, name);
  return known.some((other) => other !== missing && likeness(other, name) > own);
}

/**
 * Returns the name that is most like a missing one; undefined if none is.
 *
 * @param fits returns true if the value of a name would fit; such names go first.
 * @param known all names of the app: each of the server's names belongs to the one that it is most like.
 */
export function findNearName(
  missing: string,
  names: readonly string[],
  fits: (name: string) => boolean = () => true,
  known: readonly string[] = [],
): string | undefined {
  // `company_id` is no `id`: the id of another thing.
  if (missing === 'id') return names.find((name) => /^(?:_id|pk|uu?id|guid|identifier)$/i.test(name));
  const scores = names
    .filter((name) => !isOfOther(name, missing, known))
    .map((name) => {
      const score = likeness(missing, name);
      return { name, score: score >= LIKE && fits(name) ? score + 1 : score };
    });
  const best = scores.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= LIKE ? best.name : undefined;
}
