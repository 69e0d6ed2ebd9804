/** Maximum sizes of files: uploads, the same on the server and in forms, and the CSV files of the user import. */
import type { FileType } from './contents';

export const MAX_UPLOAD_BYTES: Record<FileType, number> = { img: 10 * 1024 * 1024, md: 1024 * 1024 };

/** Maximum size of the user import's CSV file: about ten thousand users; a larger file is chosen by mistake. */
export const MAX_CSV_BYTES = 5 * 1024 * 1024;
export const MAX_CSV_ROWS = 5000;
