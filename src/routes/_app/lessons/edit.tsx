/** Around the editors of lessons: in wide windows the outline of the course is beside them, and stays while lessons change. */
import { createFileRoute } from '@tanstack/react-router';

import { EditorPanes } from './-EditorPanes';

export const Route = createFileRoute('/_app/lessons/edit')({ component: EditorPanes });
