import './page/page.css';
import { createRoot } from 'react-dom/client';
import { ActivityPage } from './activity/activity-page.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(<ActivityPage />);
