/** The least that shows a lesson's text without a network: a static page, answered by a worker of a few lines. */
import { lessonText } from './lesson.mjs';

/** Registers the worker; the server's Content-Security-Policy asks for a policy. */
export const bareScript = `
trustedTypes.createPolicy('default', { createScriptURL: (url) => url });
navigator.serviceWorker.register('sw.js');
navigator.serviceWorker.ready.then(() => { document.documentElement.dataset.app = 'ready'; });
`;

/** Keeps the page and its script, and answers with what it keeps. */
export const bareWorker = `
addEventListener('install', (event) => {
  event.waitUntil(caches.open('bare').then((cache) => cache.addAll(['index.html', 'bare.js'])));
});
addEventListener('fetch', (event) => {
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});
`;

/** The page: the lesson's lines as paragraphs. */
export function makeBarePage() {
  const lines = lessonText.split('\n').filter((line) => line.trim() !== '');
  const paragraphs = lines.map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`);
  return `<!doctype html>
<html lang="ja">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Bare</title>
<main>${paragraphs.join('\n')}</main>
<script src="bare.js"></script>
</html>
`;
}
