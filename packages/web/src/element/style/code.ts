// Source and JSON.
import { css, type CSSResult } from 'lit';

export const code: CSSResult = css`
  .code {
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
    overflow: hidden;
  }
  .code .bar {
    padding: 0.125rem 0.25rem 0.125rem 0.75rem;
    border-block-end: 1px solid var(--line);
  }
  .lines {
    display: flex;
    align-items: stretch;
    font: 0.8125rem/1.6 var(--mono);
  }
  pre {
    flex: 1;
    min-inline-size: 0;
    max-block-size: 32rem;
    padding: 0.75rem;
    font: inherit;
    overflow: auto;
    overflow-wrap: normal;
    tab-size: 2;
  }
  .lines:has(.gutter) {
    max-block-size: 32rem;
    overflow-y: auto;
  }
  .lines:has(.gutter) pre {
    max-block-size: none;
    block-size: max-content;
  }
  .gutter {
    flex: none;
    color: var(--muted);
    text-align: end;
    user-select: none;
    padding-inline-end: 0;
  }
  pre:focus-visible {
    outline-offset: -2px;
    border-radius: calc(var(--radius) * 0.6);
  }
  code {
    font-family: var(--mono);
  }
  .json pre {
    max-block-size: 24rem;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  summary {
    padding-block: 0.25rem;
    color: var(--muted);
    font-size: 0.8125rem;
    cursor: pointer;
    border-radius: 4px;
  }
  .chip + .json {
    margin-block-start: 0.5rem;
  }
`;
