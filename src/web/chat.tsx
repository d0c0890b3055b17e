import '../react/style.css';
import './page/page.css';
import './chat/chat.css';
import { createRoot } from 'react-dom/client';
import { ChatPage } from './chat/chat-page.tsx';

createRoot(document.getElementById('chat') as HTMLElement).render(<ChatPage />);
