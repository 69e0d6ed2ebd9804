/** What a lesson shows below its text and after 読了: loaded together, behind the text. */
export { LessonEnd } from './LessonEnd';
export { ReadUndo } from './ReadUndo';
