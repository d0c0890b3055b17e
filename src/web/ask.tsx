import './status-page.css';
import '../react/style.css';
import { createRoot } from 'react-dom/client';
import { AskList } from './asks/ask-list.tsx';
import { AskPage } from './asks/ask-page.tsx';

const [, , askId] = location.pathname.split('/');
createRoot(document.getElementById('main') as HTMLElement).render(
  askId ? <AskPage askId={askId} /> : <AskList />,
);
