import './page/page.css';
import './apps/app.css';
import { createRoot } from 'react-dom/client';
import { AppSessionPage } from './apps/app-session-page.tsx';

const [, , sessionId = ''] = location.pathname.split('/');
createRoot(document.getElementById('app') as HTMLElement).render(<AppSessionPage sessionId={sessionId} />);
