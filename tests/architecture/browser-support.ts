/** Looks up what the oldest supported browsers (package.json, "browserslist") support, in MDN's browser-compat-data. */
import bcd, { type BrowserName, type CompatStatement } from '@mdn/browser-compat-data' with { type: 'json' };

import packageJson from '../../package.json' with { type: 'json' };

/** A node of MDN's tree of features. */
export interface Feature {
  readonly __compat?: CompatStatement;
  readonly [name: string]: Feature | CompatStatement | undefined;
}

/** Returns a feature of MDN's data by its path, such as `featureAt('css', 'properties', 'text-wrap')`. */
export function featureAt(...path: readonly string[]): Feature | undefined {
  let node = bcd as unknown as Feature | undefined;
  for (const name of path) node = Object.hasOwn(node ?? {}, name) ? (node?.[name] as Feature) : undefined;
  return node;
}

/** Lists the names of the features below a path of MDN's tree. */
export function namesBelow(...path: readonly string[]): string[] {
  return Object.keys(featureAt(...path) ?? {}).filter((name) => name !== '__compat');
}

/** The browsers that MDN lists separately: a phone's browser may lack what the same version has on a laptop. */
const phones: Record<string, BrowserName> = {
  safari: 'safari_ios',
  chrome: 'chrome_android',
  firefox: 'firefox_android',
};

/** The oldest supported browsers, with their versions. */
export const oldestBrowsers = packageJson.browserslist.map((line) => {
  const [name = '', version = ''] = line.split(' ');
  return { name, version };
});

const numbersOf = (version: string) => version.replace('≤', '').split('.').map(Number);

/** Returns true if a browser version is at most as new as another. */
function isUpTo(version: string, limit: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version);
  const [limitMajor = 0, limitMinor = 0] = numbersOf(limit);
  return major < limitMajor || (major === limitMajor && minor <= limitMinor);
}

/**
 * Returns the first version that has a feature without a prefix, another name or a setting; undefined if there is none.
 */
function firstVersion({ support }: CompatStatement, browser: BrowserName): string | undefined {
  const statements = [support[browser] ?? []].flat();
  const whole = statements.find(
    (each) => each.version_added && !each.version_removed && !each.prefix && !each.alternative_name && !each.flags,
  );
  const partial = statements.find((each) => each.version_added && each.partial_implementation && !each.flags);
  return (partial ?? whole)?.version_added || undefined;
}

/**
 * Returns the oldest browsers that lack a feature, with the version that first has it, such as 'firefox 121'; an empty
 * list if all have it.
 *
 * @param onPhones also checks the browsers of the same names on phones.
 */
export function whoLacks(feature: Feature | undefined, { onPhones = true } = {}): string[] {
  const statement = feature?.__compat;
  if (!statement) return [];
  return oldestBrowsers.flatMap(({ name, version }) =>
    [name as BrowserName, ...(onPhones && phones[name] ? [phones[name]] : [])].flatMap((browser) => {
      const first = firstVersion(statement, browser);
      return first && first !== 'preview' && isUpTo(first, version) ? [] : [`${browser} ${first ?? '–'}`];
    }),
  );
}
