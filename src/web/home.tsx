import './page/page.css';
import './home/home.css';
import { createRoot } from 'react-dom/client';
import { HomePage } from './home/home-page.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(<HomePage />);
