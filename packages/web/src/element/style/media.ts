// Pictures, sounds, files, and what stands where they cannot be shown.
import { css, type CSSResult } from 'lit';

export const media: CSSResult = css`
  .picture {
    --room: min(100%, var(--width, 30rem), var(--envelope-max-height, 28rem) * var(--ratio, 1.5));
    inline-size: max(min(100%, 18rem), var(--room));
  }
  .frame {
    position: relative;
    display: grid;
    place-items: center;
    inline-size: min(
      100%,
      var(--width, 30rem),
      var(--envelope-max-height, 28rem) * var(--ratio, 1.5)
    );
    aspect-ratio: var(--ratio, 1.5);
    border-radius: var(--radius);
    background: var(--surface);
    overflow: hidden;
  }
  .frame::after {
    content: '';
    position: absolute;
    inset: 0;
    border: 1px solid light-dark(#00000014, #ffffff1f);
    border-radius: inherit;
    pointer-events: none;
  }
  .frame img {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
    cursor: zoom-in;
  }
  .frame.broken {
    inline-size: 100%;
  }
  .broken .chip {
    border: 0;
    background: none;
  }
  .broken::after {
    border: 1px dashed var(--line);
  }
  figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
    padding-block-start: 0.375rem;
  }
  figcaption .words {
    flex-basis: 8rem;
  }
  .picture .tools {
    min-inline-size: 7rem;
    margin-inline-start: auto;
    justify-content: end;
  }
  figcaption .title {
    margin: 0;
    font-size: 0.875rem;
  }
  .label {
    inline-size: fit-content;
    padding-inline: 0.5em;
    border: 1px solid var(--line);
    border-radius: 999px;
    color: var(--muted);
    font-size: 0.75rem;
    overflow-wrap: anywhere;
  }
  .sound {
    max-inline-size: 30rem;
    padding: 0.75rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  canvas {
    display: block;
    inline-size: 100%;
    block-size: 3rem;
    margin-block-end: 0.5rem;
    color: var(--accent);
  }
  audio {
    display: block;
    inline-size: 100%;
    block-size: 2.5rem;
  }
  .chip {
    display: grid;
    grid-template-columns: auto 1fr auto;
    align-items: center;
    gap: 0.5rem 0.75rem;
    inline-size: fit-content;
    max-inline-size: min(100%, 40rem);
    padding: 0.625rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  .chip > .icon {
    color: var(--muted);
  }
  .chip .what {
    font-weight: 500;
    line-height: 1.4;
  }
  .chip .why {
    color: var(--muted);
    font-size: 0.8125rem;
    line-height: 1.45;
  }
  .error {
    border-color: color-mix(in srgb, var(--danger) 40%, var(--line));
  }
  .error > .icon,
  .error .what {
    color: var(--danger);
  }
  .why ul {
    margin: 0.125rem 0 0;
    padding-inline-start: 1.1rem;
  }
`;
