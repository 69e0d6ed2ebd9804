/** The curriculum as the staff write it, with a course of the test's own. */
import { useTestServer } from './test-server';

/** Starts a server for the file that calls it; answers ways to write its curriculum and to read it. */
export function useCurriculum() {
  const server = useTestServer();
  const as = 'staff';
  const get = async (path: string) => (await server.call('GET', `/api/v1${path}`, { as })).body;
  const post = async (path: string, json: unknown) => (await server.call('POST', `/api/v1${path}`, { as, json })).body;
  const patch = (path: string, json: unknown) => server.call('PATCH', `/api/v1${path}`, { as, json });
  const remove = (path: string) => server.call('DELETE', `/api/v1${path}`, { as });

  /** A published course with two sections of one chapter each, and lessons a b in the first, c in the second. */
  async function makeCourse() {
    const course = await post('/courses/', { title: '試験のコース', status: 'published' });
    const chapters: string[] = [];
    for (const title of ['一', '二']) {
      const section = await post('/sections/', { courseId: course.id, title });
      chapters.push((await post('/chapters/', { sectionId: section.id, title })).id);
    }
    const [first = '', second = ''] = chapters;
    const lesson = async (chapterId: string, title: string): Promise<string> =>
      (await post('/lessons/', { chapterId, title })).id;
    const [a, b] = [await lesson(first, 'a'), await lesson(first, 'b')];
    return { courseId: course.id as string, first, second, a, b, c: await lesson(second, 'c') };
  }

  return { server, as, get, post, patch, remove, makeCourse };
}
