/** Builds multipart/form-data bodies by hand, so that they are equal in every test environment and can be malformed. */

const BOUNDARY = 'test-boundary';

/** Returns a body with one file in one field, as a browser sends it. */
export function multipartFile(bytes: Uint8Array, field = 'file', type = 'application/octet-stream') {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="f"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return { body: new Uint8Array(body), headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` } };
}
