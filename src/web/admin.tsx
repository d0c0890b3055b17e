import './page/page.css';
import './admin/admin.css';
import { createRoot } from 'react-dom/client';
import { AdminPage } from './admin/admin-page.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(<AdminPage />);
