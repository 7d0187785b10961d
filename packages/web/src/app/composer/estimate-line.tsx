// What a message will cost, as an estimate that says so; what is billed is what the provider reports afterwards.
import type { ReactElement } from 'react';
import type { ModelCard } from '@percept/contract';
import type { Estimate } from '../state/preflight.ts';
import { countInWords, dollarsInWords, plural } from '../words/figures.ts';

interface EstimateLineProps {
  readonly estimate: Estimate | undefined;
  readonly empty: boolean;
  readonly card: ModelCard | undefined;
}

export function EstimateLine({ estimate, empty, card }: EstimateLineProps): ReactElement {
  return (
    <p className="estimate one-line figures" title="Estimated before sending">
      {empty ? '' : wordsFor(estimate, card)}
    </p>
  );
}

function wordsFor(estimate: Estimate | undefined, card: ModelCard | undefined): string {
  if (card?.kind === 'local') return 'free, on this device';
  if (!estimate) return '';
  const { images, described, tokens, costUsd } = estimate;
  const parts = [
    ...(images > 0 ? [plural(images, 'picture')] : []),
    `≈ ${countInWords(tokens)} tokens`,
    ...(described ? ['and the description'] : []),
    ...(costUsd === undefined ? [] : [dollarsInWords(costUsd)]),
  ];
  return parts.join(' · ');
}
