/** The API's paths of study content, whose responses the service worker answers and caches (docs/offline.md, law 3). */

const ID = '[A-Za-z0-9_-]{1,64}';
/** Single courses, sections, lessons, contents and question sets. */
const studyPath = new RegExp(`^/api/v1/(courses|sections|lessons|content|question-set)/${ID}$`);
const explanationPath = new RegExp(`^/api/v1/question-set/${ID}/explanation$`);

/** Returns true for the path of an API call whose response is cached. */
export function isStudyPath(pathname: string): boolean {
  return studyPath.test(pathname) || explanationPath.test(pathname);
}
