// A picture large, and the bars above things.
import { css, type CSSResult } from 'lit';

export const zoom: CSSResult = css`
  dialog {
    inline-size: min(96vw, 100rem);
    block-size: 94vh;
    max-inline-size: none;
    max-block-size: none;
    padding: 0;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 1.2);
    background: var(--raised);
    color: var(--text);
    overflow: hidden;
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
  }
  dialog::backdrop {
    background: #0009;
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    padding: 0.375rem 0.375rem 0.375rem 0.75rem;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .bar > :first-child {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .bar button {
    flex: none;
  }
  [aria-pressed='true'] {
    border-color: var(--line);
    color: var(--text);
  }
  .viewport {
    flex: 1;
    min-block-size: 0;
    overflow: auto;
    display: grid;
    background: var(--surface);
    touch-action: pan-x pan-y;
  }
  .viewport:focus-visible {
    outline-offset: -3px;
  }
  .viewport img {
    margin: auto;
    max-inline-size: 100%;
    max-block-size: 100%;
    min-inline-size: 0;
    min-block-size: 0;
    object-fit: contain;
  }
  .actual img {
    max-inline-size: none;
    max-block-size: none;
    cursor: grab;
  }
`;
