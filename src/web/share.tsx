import './page/page.css';
import { createRoot } from 'react-dom/client';
import { pagePath } from './page/server-path.ts';
import { SharePage } from './share/share-page.tsx';

const [, , sessionId = ''] = pagePath().split('/');
createRoot(document.getElementById('main') as HTMLElement).render(<SharePage sessionId={sessionId} />);
