/** Writes the curriculum as staff, with a course for the test. */
import { useTestServer } from './test-server';

/** Starts a server for the calling test file. @returns functions to write and read its curriculum. */
export function useCurriculum() {
  const server = useTestServer();
  const as = 'staff';
  const get = async (path: string) => (await server.call('GET', `/api/v1${path}`, { as })).body;
  const post = async (path: string, json: unknown) => (await server.call('POST', `/api/v1${path}`, { as, json })).body;
  const patch = (path: string, json: unknown) => server.call('PATCH', `/api/v1${path}`, { as, json });
  const remove = (path: string) => server.call('DELETE', `/api/v1${path}`, { as });

  /**
   * Creates a published course with two sections of one chapter each: lessons a and b in the first, c in the second.
   */
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
