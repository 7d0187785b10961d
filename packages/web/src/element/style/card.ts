// Cards, and what changes on small screens and with forced colours.
import { css, type CSSResult } from 'lit';

export const card: CSSResult = css`
  .card {
    display: grid;
    gap: 0.75rem;
    max-inline-size: 40rem;
    padding: 1rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
  }
  .card > .title {
    margin: 0;
    font-size: 1rem;
  }
  dl {
    display: grid;
    gap: 0.375rem;
  }
  .field {
    display: grid;
    grid-template-columns: minmax(6rem, 30%) 1fr;
    gap: 0.75rem;
  }
  dt {
    color: var(--muted);
  }
  @media (max-width: 30rem) {
    .actions:has(:not([aria-label]):is(button)) {
      grid-column: 2 / -1;
    }
  }
  @media (max-width: 26rem) {
    .field {
      grid-template-columns: 1fr;
      gap: 0;
    }
    .prose :is(ul, ol) :is(ul, ol) {
      padding-inline-start: 0.875rem;
    }
  }
  @media (forced-colors: active) {
    button {
      border-color: ButtonText;
    }
    [aria-pressed='true'] {
      border-color: Highlight;
    }
    canvas {
      color: CanvasText;
    }
  }
`;
