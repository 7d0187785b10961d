// Who answers: every model with what it can take, what becomes of media otherwise, and how that is known.
import { useId, useRef, type ReactElement } from 'react';
import type { ModelCard } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import { routeNotice } from '../state/preflight.ts';
import { Badges, canSee } from './badges.tsx';

interface PickerProps {
  readonly models: readonly ModelCard[];
  readonly chosen: ModelCard | undefined;
  readonly onChoose: (model: string) => void;
}

export function ModelPicker({ models, chosen, onChoose }: PickerProps): ReactElement {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const name = chosen?.name ?? 'No model';
  const sight = chosen ? sightOf(chosen) : '';
  return (
    <div className="picker">
      <button
        type="button"
        className="picker-button row"
        popoverTarget={id}
        aria-label={`Model: ${name}${sight}`}
      >
        <Icon name={chosen && !canSee(chosen) && chosen.kind === 'model' ? 'eye-off' : 'eye'} />
        <span className="one-line">{name}</span>
        <Icon name="down" />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className="picker-list card"
        role="group"
        aria-label="Models"
      >
        <p className="picker-title">Who answers</p>
        <ul>
          {models.map((card) => (
            <li key={card.name}>
              <Choice
                card={card}
                chosen={card.name === chosen?.name}
                onChoose={() => {
                  list.current?.hidePopover();
                  onChoose(card.name);
                }}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface ChoiceProps {
  readonly card: ModelCard;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ card, chosen, onChoose }: ChoiceProps): ReactElement {
  const notice = routeNotice(card, 'image');
  return (
    <button
      type="button"
      className="choice"
      aria-current={chosen ? 'true' : undefined}
      onClick={onChoose}
    >
      <span className="choice-head row">
        <span>{card.name}</span>
        {chosen && <Icon name="check" />}
      </span>
      <span className="choice-host">{placeOf(card)}</span>
      <Badges card={card} />
      {notice && <span className={`choice-notice ${notice.tone}`}>{notice.text}</span>}
    </button>
  );
}

function sightOf(card: ModelCard): string {
  return canSee(card) || card.kind === 'local' ? ', can see pictures' : ', cannot see pictures';
}

function placeOf({ host, kind, knownFrom }: ModelCard): string {
  if (kind === 'local') return 'On this device. Nothing leaves this machine.';
  const sources = {
    configuration: 'set in the configuration',
    metadata: 'told by the server',
    name: 'known by its name',
    nothing: 'assumed, nothing is known',
    'this device': 'on this device',
  } as const;
  return `At ${host}. Capabilities ${sources[knownFrom]}.`;
}
