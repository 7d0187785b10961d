// The session behind the page: every envelope with its hint and whether it is valid, and the record entry by entry, as the
// server wrote it. Secrets are redacted on the server and once more here.
import { useEffect, useId, useState, type ReactElement } from 'react';
import type { TimelineEntry } from '@percept/contract';
import { bundleAddress, type Api, type Failure } from '../api/client.ts';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { EnvelopeList } from './envelope-list.tsx';
import { RecordList } from './record-list.tsx';
import { maxInspectedEntries } from '../../limits.ts';

interface InspectorProps {
  readonly api: Api;
  readonly session: string | undefined;
  /** Changes when there may be more to show. */
  readonly version: string;
  readonly onClose: () => void;
}

type Tab = 'envelopes' | 'record';

export function Inspector({ api, session, version, onClose }: InspectorProps): ReactElement {
  const [tab, setTab] = useState<Tab>('envelopes');
  const id = useId();
  const { entries, failure, loading } = useTimeline(api, session, version);
  return (
    <div className="inspector">
      <header className="dialog-head row">
        <h2 className="one-line">Inspector</h2>
        <IconButton icon="close" label="Close the inspector" onClick={onClose} />
      </header>
      <div className="tabs" role="tablist" aria-label="Inspector">
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={tab === name}
            aria-controls={`${id}-panel`}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
              const other = name === 'envelopes' ? 'record' : 'envelopes';
              setTab(other);
              document.getElementById(`${id}-${other}`)?.focus();
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        className="inspector-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        tabIndex={0}
      >
        {session === undefined && (
          <p className="quiet">Nothing was said yet. Send a message and see what it is made of.</p>
        )}
        {failure && <p className="quiet">{failure.message}</p>}
        {loading && entries.length === 0 && <p className="quiet">Reading the record…</p>}
        {tab === 'envelopes' ? (
          <EnvelopeList entries={entries} />
        ) : (
          <RecordList entries={entries} />
        )}
      </div>
      {session !== undefined && (
        <footer className="inspector-foot row">
          <a className="button small" href={bundleAddress(session)} download>
            <Icon name="download" />
            Debug bundle
          </a>
          <p className="fine">Media by reference, secrets redacted.</p>
        </footer>
      )}
    </div>
  );
}

const tabs: readonly { readonly name: Tab; readonly label: string }[] = [
  { name: 'envelopes', label: 'Envelopes' },
  { name: 'record', label: 'Record' },
];

interface Read {
  readonly entries: readonly TimelineEntry[];
  readonly failure: Failure | undefined;
  readonly loading: boolean;
}

const blank: Read = { entries: [], failure: undefined, loading: false };

function useTimeline(api: Api, session: string | undefined, version: string): Read {
  const [read, setRead] = useState<Read & { readonly session?: string }>(blank);
  useEffect(() => {
    if (session === undefined) return undefined;
    let wanted = true;
    void (async () => {
      let entries: readonly TimelineEntry[] = [];
      let after: number | undefined;
      for (;;) {
        const page = await api.timeline(session, after);
        if (!wanted) return;
        if (!page.ok) {
          setRead({ entries, failure: page.failure, loading: false, session });
          return;
        }
        entries = [...entries, ...page.value.entries].slice(-maxInspectedEntries);
        after = page.value.next;
        if (after === undefined) break;
      }
      setRead({ entries, failure: undefined, loading: false, session });
    })();
    return () => {
      wanted = false;
    };
  }, [api, session, version]);
  if (session === undefined) return blank;
  return read.session === session ? read : { ...blank, loading: true };
}
