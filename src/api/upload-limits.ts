/** Maximum sizes of uploaded files, the same on the server, in forms and before an upload. */
import type { FileType } from './contents';

export const MAX_UPLOAD_BYTES: Record<FileType, number> = { img: 10 * 1024 * 1024, md: 1024 * 1024 };
