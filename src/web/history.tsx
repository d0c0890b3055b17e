import './page/page.css';
import { createRoot } from 'react-dom/client';
import { HistoryPage } from './activity/history-page.tsx';
import { pagePath } from './page/server-path.ts';

const [, , sessionId = ''] = pagePath().split('/');
createRoot(document.getElementById('root') as HTMLElement).render(<HistoryPage sessionId={sessionId} />);
