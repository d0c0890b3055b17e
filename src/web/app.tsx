import './page/page.css';
import './apps/app.css';
import { createRoot } from 'react-dom/client';
import { AppSessionPage } from './apps/app-session-page.tsx';
import { pagePath } from './page/server-path.ts';

const [, , sessionId = ''] = pagePath().split('/');
createRoot(document.getElementById('app') as HTMLElement).render(<AppSessionPage sessionId={sessionId} />);
