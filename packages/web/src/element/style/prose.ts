// Formatted text.
import { css, type CSSResult } from 'lit';

export const prose: CSSResult = css`
  .prose > :first-child {
    margin-block-start: 0;
  }
  .prose > :last-child {
    margin-block-end: 0;
  }
  .prose :where(p, ul, ol, blockquote, .code, .scroll, hr, media-envelope) {
    margin-block: 0.625rem;
  }
  .prose :where(ul, ol) {
    padding-inline-start: 1.5rem;
  }
  .prose li {
    margin-block: 0.25rem;
  }
  .prose li > p {
    margin-block: 0.25rem;
  }
  .prose .task {
    display: flex;
    gap: 0.5rem;
    margin-inline-start: -1.4rem;
  }
  .task input {
    flex: none;
    align-self: start;
    margin-block: 0.5rem 0;
    accent-color: var(--accent);
  }
  .task > div {
    flex: 1;
    min-inline-size: 0;
  }
  .task > div > p {
    margin-block: 0.25rem;
  }
  .h {
    font-weight: 650;
    line-height: 1.3;
    margin-block: 1.25rem 0.5rem;
    text-wrap: balance;
  }
  .h1 {
    font-size: 1.375rem;
  }
  .h2 {
    font-size: 1.1875rem;
  }
  .h3 {
    font-size: 1.0625rem;
  }
  blockquote {
    padding-inline-start: 0.875rem;
    border-inline-start: 3px solid var(--line);
    color: var(--muted);
  }
  .prose :not(pre) > code {
    padding: 0.1em 0.3em;
    border-radius: 4px;
    background: light-dark(#1c212812, #ffffff1a);
    font-size: 0.875em;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.15em;
  }
  .prose > hr {
    margin-block: 1.25rem;
  }
  hr {
    border: 0;
    border-block-start: 1px solid var(--line);
  }
  .scroll {
    overflow-x: auto;
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  table {
    border-collapse: collapse;
    inline-size: 100%;
    font-variant-numeric: tabular-nums;
    overflow-wrap: normal;
  }
  th,
  td {
    padding: 0.4rem 0.75rem;
    text-align: start;
    border-block-end: 1px solid var(--line);
  }
  th {
    font-weight: 600;
    background: var(--surface);
  }
  tbody tr:last-child td {
    border: 0;
  }
  .center {
    text-align: center;
  }
  .right {
    text-align: end;
  }
`;
