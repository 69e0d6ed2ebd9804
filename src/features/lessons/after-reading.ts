/** Content that a lesson shows below its text and after 読了; loaded together, after the text. */
export { LessonEnd } from './LessonEnd';
export { ReadUndo } from './ReadUndo';
