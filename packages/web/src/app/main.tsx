// The entry of the chat app. Everything is made once here and handed down.
import { createRoot } from 'react-dom/client';
import '../element/index.ts';
import { createApi } from './api/client.ts';
import { App } from './layout/app.tsx';
import { CrashGuard } from './layout/crash-guard.tsx';
import { applyTheme, savedTheme } from './layout/theme.ts';
import { Address } from './state/address.ts';
import { Chat } from './state/chat.ts';
import { Runs } from './state/runs.ts';
import { PendingAttachments } from './state/pending-attachments.ts';
import './styles/index.css';

applyTheme(savedTheme());
const api = createApi();
const address = new Address();
const place = document.getElementById('app');
if (!place) throw new Error('The page has no place for the app.');
createRoot(place).render(
  <CrashGuard>
    <App
      api={api}
      address={address}
      chat={new Chat(api, address)}
      runs={new Runs(api)}
      pending={new PendingAttachments(api)}
    />
  </CrashGuard>,
);
