/**
 * A worked example: the dialect of a server made with Django REST framework. snake_case, trailing slashes, lists as
 * count, next and results, errors by field; a current user without an id, which the access token has.
 */
import type { Dialect } from '@/api/dialect/dialect';

export const dialect: Dialect = {
  version: 'drf-1',
  keys: 'snake',
  slashes: true,
  lists: { envelope: 'results', size: 'page_size', maxSize: 100 },
  errors: 'drf',
  words: { 'No active account found with the given credentials': 'ユーザー名またはパスワードが違います。' },
  names: {
    info: { serviceName: 'title' },
    question: { body: 'prompt' },
    newSubmit: { clientSubmitId: 'idempotency_id' },
  },
  answers: { 'GET /me/': (user, { subject }) => ({ ...user, id: user.id ?? subject }) },
};
