// The page as a whole: conversations to the left, the one that is open in the middle, the inspector to the right.
import { useCallback, useEffect, useState, type ReactElement } from 'react';
import type { Api } from '../api/client.ts';
import { Composer } from '../composer/composer.tsx';
import { DropAnywhere } from '../composer/drop-anywhere.tsx';
import { Inspector } from '../inspector/inspector.tsx';
import { Conversation } from '../messages/conversation.tsx';
import { PermissionPrompt } from '../messages/permission-prompt.tsx';
import { useMedia } from '../parts/use-media.ts';
import { RunList } from '../runs/run-list.tsx';
import { RunPage } from '../runs/run-page.tsx';
import { SessionList } from '../sessions/session-list.tsx';
import { type Address, type Place } from '../state/address.ts';
import type { Chat } from '../state/chat.ts';
import type { Runs } from '../state/runs.ts';
import { useStore } from '../state/store.ts';
import type { PendingAttachments } from '../state/pending-attachments.ts';
import { Welcome } from '../welcome/welcome.tsx';
import { trySample } from '../welcome/samples.ts';
import { Announcer } from './announcer.tsx';
import { Banner } from './banner.tsx';
import { Sections } from './sections.tsx';
import { SidePanel } from './side-panel.tsx';
import { SideHead } from './side-head.tsx';
import { TopBar } from './top-bar.tsx';

interface AppProps {
  readonly api: Api;
  readonly address: Address;
  readonly chat: Chat;
  readonly runs: Runs;
  readonly pending: PendingAttachments;
}

const roomForSessions = '56rem';
const roomForInspector = '76rem';

export function App({ api, address, chat, runs, pending }: AppProps): ReactElement {
  const state = useStore(chat.store);
  const place = useStore(address.store);
  const run = useStore(runs.store);
  const attachments = useStore(pending.store);
  const { status, view, opening } = state;
  const wide = useMedia(`(min-width: ${roomForSessions})`);
  const [sessionsOpen, setSessionsOpen] = useState(wide);
  const [inspecting, setInspecting] = useState(false);
  const card = status?.models.find(({ name }) => name === state.model) ?? status?.models[0];

  useEffect(() => {
    void chat.start();
    const moved = (to: Place): void => {
      if (to.at === 'runs') void runs.open(to.run);
      else if (to.session === undefined) chat.begin();
      else void chat.open(to.session);
    };
    const first = address.store.get();
    if (first.at === 'runs') void runs.open(first.run);
    return address.watch(moved);
  }, [address, chat, runs]);
  useEffect(() => {
    setSessionsOpen(wide);
  }, [wide]);
  const atRuns = place.at === 'runs';
  const hasRuns = status?.extensions.includes('openwop') ?? false;
  const title = atRuns ? (run.view?.workflow ?? 'Runs') : view?.title;
  useEffect(() => {
    document.title = title ? `${title} · Percept` : 'Percept';
  }, [title]);

  const onFiles = useCallback(
    (files: readonly File[]) => {
      if (status) pending.add(files, status.limits);
    },
    [status, pending],
  );
  const leaveDrawer = (): void => {
    if (!wide) setSessionsOpen(false);
  };

  return (
    <div className="shell">
      {status && (
        <a
          className="skip"
          href={atRuns ? '#run' : '#message-field'}
          onClick={(event) => {
            // The address says where the page is; this goes nowhere else.
            event.preventDefault();
            document.getElementById(atRuns ? 'run' : 'message-field')?.focus();
          }}
        >
          {atRuns ? 'Skip to the run' : 'Skip to the message field'}
        </a>
      )}
      <SidePanel
        kind="nav"
        label={atRuns ? 'Runs' : 'Conversations'}
        from={roomForSessions}
        open={sessionsOpen}
        onClose={() => setSessionsOpen(false)}
      >
        <SideHead
          version={status?.version}
          onSignOut={status && (() => void api.signOut().then(() => location.reload()))}
          onClose={() => setSessionsOpen(false)}
        />
        {hasRuns && <Sections at={place.at} session={view?.id ?? opening} run={run.wanted} />}
        {atRuns ? (
          <RunList runs={runs} onOpened={leaveDrawer} />
        ) : (
          <SessionList chat={chat} onOpened={leaveDrawer} />
        )}
      </SidePanel>
      <main className="main">
        <TopBar
          title={title}
          sessionsOpen={sessionsOpen}
          inspecting={inspecting}
          onSessions={() => setSessionsOpen(!sessionsOpen)}
          onInspect={atRuns ? undefined : () => setInspecting(!inspecting)}
        />
        <Banner
          line={state.line}
          failure={atRuns ? run.failure : state.failure}
          onDismiss={() => (atRuns ? runs.dismiss() : chat.dismiss())}
        />
        {status?.trust && (
          <div className="asking">
            <PermissionPrompt
              key={status.trust.digest}
              permission={status.trust}
              onAnswer={(answer) => chat.trust(answer)}
            />
          </div>
        )}
        {!status && state.line === 'starting' && <p className="loading">Starting…</p>}
        {atRuns && status && (
          <RunPage
            runs={runs}
            onForked={(id) => {
              address.go({ at: 'runs', run: id });
              void runs.open(id);
            }}
          />
        )}
        {!atRuns && (
          <>
            {opening !== undefined && !view && <p className="loading">Opening the conversation…</p>}
            {view && view.turns.length > 0 && !status?.trust && (
              <Conversation key={view.id} view={view} chat={chat} />
            )}
            {status && !status.trust && opening === undefined && !view?.turns.length && (
              <Welcome status={status} card={card} onTry={(sample) => trySample(sample, chat)} />
            )}
            {status && (
              <Composer status={status} card={card} pending={pending} api={api} chat={chat} />
            )}
          </>
        )}
      </main>
      <SidePanel
        kind="aside"
        label="Inspector"
        from={roomForInspector}
        open={inspecting && !atRuns}
        onClose={() => setInspecting(false)}
      >
        <Inspector
          api={api}
          session={view?.id}
          version={`${view?.turns.at(-1)?.turn ?? 0} ${view?.running ?? false}`}
          onClose={() => setInspecting(false)}
        />
      </SidePanel>
      {!atRuns && <DropAnywhere onFiles={onFiles} />}
      <Announcer view={view} attachments={attachments} />
    </div>
  );
}
