import './page/page.css';
import '../react/style.css';
import { createRoot } from 'react-dom/client';
import { AskList } from './asks/ask-list.tsx';
import { AskPage } from './asks/ask-page.tsx';
import { pagePath } from './page/server-path.ts';

const [, , askId] = pagePath().split('/');
createRoot(document.getElementById('main') as HTMLElement).render(
  askId ? <AskPage askId={askId} /> : <AskList />,
);
