/** Describes in Japanese what was searched when a search has no hits. */

export interface SearchScope {
  /** True if the titles came from the server, not from the device's copies. */
  isServerAsked: boolean;
  /** True if the device holds the text of at least one lesson. */
  hasTexts: boolean;
  /** True if the search also covers people. */
  findsPeople: boolean;
}

/** Returns one sentence that says what a search has covered. */
export function describeScope({ isServerAsked, hasTexts, findsPeople }: SearchScope): string {
  if (!isServerAsked) {
    const what = hasTexts ? 'レッスンの本文とタイトル' : 'タイトル';
    return `通信できないため、この端末にある${what}だけをさがしました。`;
  }
  const titles = findsPeople ? 'すべてのタイトルと利用者' : 'すべてのタイトル';
  if (hasTexts) return `この端末にあるレッスンの本文と、${titles}をさがしました。`;
  return `${titles}をさがしました。この端末には、まだレッスンの本文がありません。`;
}
