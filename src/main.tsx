/** The page's first code: what must be set before anything else, then boot. */
import './trusted-types';
import './zod-config';
import '@/ui/mantine-styles.css';
import '@/ui/global.css';
import { bootApp } from './boot';

const root = document.getElementById('root');
if (root) void bootApp(root);
