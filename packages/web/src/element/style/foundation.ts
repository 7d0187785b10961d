// Colours, buttons and small words, which every view shares.
import { css, type CSSResult } from 'lit';

export const foundation: CSSResult = css`
  :host {
    --text: var(--envelope-text, light-dark(#1c2128, #e6e9ed));
    --muted: var(--envelope-muted, light-dark(#57606a, #9da7b3));
    --surface: var(--envelope-surface, light-dark(#f6f7f9, #181c22));
    --raised: var(--envelope-raised, light-dark(#ffffff, #20252d));
    --line: var(--envelope-line, light-dark(#d9dee4, #343b45));
    --accent: var(--envelope-accent, light-dark(#0b57d0, #8ab4f8));
    --danger: var(--envelope-danger, light-dark(#a4262c, #ffaba3));
    --radius: var(--envelope-radius, 10px);
    --mono: var(
      --envelope-mono,
      ui-monospace,
      'SF Mono',
      'Cascadia Code',
      Menlo,
      Consolas,
      monospace
    );
    display: block;
    max-inline-size: 100%;
    color: var(--text);
    font: var(--envelope-font, 400 0.9375rem/1.55 system-ui, sans-serif);
    text-align: start;
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  figure,
  p,
  dl,
  dd,
  pre,
  blockquote {
    margin: 0;
  }
  .title {
    font-weight: 600;
    line-height: 1.35;
    margin-block-end: 0.375rem;
  }
  .facts,
  .host,
  .refused,
  .more span {
    color: var(--muted);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }
  .alt {
    color: var(--muted);
    font-size: 0.875rem;
    display: block;
  }
  .quiet {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .icon {
    inline-size: 1rem;
    block-size: 1rem;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.375rem;
    min-block-size: 2rem;
    min-inline-size: 2rem;
    padding: 0 0.5rem;
    border: 1px solid transparent;
    border-radius: calc(var(--radius) * 0.6);
    background: transparent;
    color: var(--muted);
    font: inherit;
    font-size: 0.8125rem;
    font-weight: 500;
    text-align: start;
    cursor: pointer;
  }
  button:hover {
    background: light-dark(#0000000f, #ffffff1a);
    color: var(--text);
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .actions button:not([aria-label]),
  .more button {
    border-color: var(--line);
    background: var(--raised);
    color: var(--text);
  }
  .actions,
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem;
  }
  .more {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
    padding: 0.5rem 0.75rem;
  }
  .words {
    flex: 1 1 12rem;
    min-inline-size: 0;
  }
`;
