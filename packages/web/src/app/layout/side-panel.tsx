// A panel that stands beside the conversation where there is room, and over it as a native dialog where there is none.
import type { ReactElement, ReactNode } from 'react';
import { Modal } from '../parts/modal.tsx';
import { useMedia } from '../parts/use-media.ts';

interface SidePanelProps {
  readonly kind: 'nav' | 'aside';
  readonly label: string;
  /** From this width on it stands beside. */
  readonly from: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function SidePanel(props: SidePanelProps): ReactElement | null {
  const { kind, label, from, open, onClose, children } = props;
  const wide = useMedia(`(min-width: ${from})`);
  if (!open) return null;
  if (!wide)
    return (
      <Modal label={label} className={`drawer ${kind}`} onClose={onClose}>
        {children}
      </Modal>
    );
  const Landmark = kind;
  return (
    <Landmark className={`side ${kind}`} aria-label={label}>
      {children}
    </Landmark>
  );
}
