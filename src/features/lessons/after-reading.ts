/**
 * Bundles the components shown below a lesson's text and after it is marked as read (読了); loaded on demand, after the
 * text.
 */
export { LessonEnd } from './LessonEnd';
export { ReadUndo } from './ReadUndo';
