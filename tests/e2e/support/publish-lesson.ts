/** Publishes a lesson through the API, for a test that needs its own text. */
import { type APIRequestContext, expect } from '@playwright/test';

/** Uploads a lesson's text as the demo teacher. */
async function uploadText(request: APIRequestContext, markdown: string) {
  const login = await request.post('/api/v1/authorize', { form: { username: 'teacher', password: 'demo-password' } });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const name = `published-${crypto.randomUUID()}.md`;
  const content = await request.put(`/api/v1/content/pub-container/${name}`, {
    headers,
    multipart: { file: { name, mimeType: 'text/markdown', buffer: Buffer.from(markdown) } },
  });
  return { headers, contentId: ((await content.json()) as { id: string }).id };
}

/** Publishes a lesson and returns its id. */
export async function publishLesson(request: APIRequestContext, markdown: string, title = '題'): Promise<string> {
  const { headers, contentId } = await uploadText(request, markdown);
  const data = { chapterId: 'security-s3-c2', title, contentId };
  const lesson = await request.post('/api/v1/lessons/', { headers, data });
  expect(lesson.status(), await lesson.text()).toBe(201);
  return ((await lesson.json()) as { id: string }).id;
}

/** Replaces a lesson's text. */
export async function replaceText(request: APIRequestContext, lessonId: string, markdown: string): Promise<void> {
  const { headers, contentId } = await uploadText(request, markdown);
  const answer = await request.patch(`/api/v1/lessons/${lessonId}`, { headers, data: { contentId } });
  expect(answer.status(), await answer.text()).toBe(200);
}
