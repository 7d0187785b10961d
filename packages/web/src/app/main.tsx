// The entry of the chat app. Everything is made once here and handed down.
import { createRoot } from 'react-dom/client';
import '../element/index.ts';
import { createApi } from './api/client.ts';
import { App } from './layout/app.tsx';
import { CrashGuard } from './layout/crash-guard.tsx';
import { applyTheme, savedTheme } from './layout/theme.ts';
import { Chat } from './state/chat.ts';
import { Tray } from './state/tray.ts';
import './styles/index.css';

applyTheme(savedTheme());
const api = createApi();
const place = document.getElementById('app');
if (!place) throw new Error('The page has no place for the app.');
createRoot(place).render(
  <CrashGuard>
    <App api={api} chat={new Chat(api)} tray={new Tray(api)} />
  </CrashGuard>,
);
