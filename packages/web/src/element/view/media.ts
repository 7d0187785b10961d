// Pictures, sound and files: each with its words for whoever cannot see or hear it, its facts, and a way to keep it.
import { html, nothing, type TemplateResult } from 'lit';
import type { Media } from '../reading.ts';
import { reserve } from '../reserve.ts';
import type { SavedFile, Source } from '../source.ts';
import type { Stage } from '../stage.ts';
import { clock, label, size } from '../words.ts';
import { chipView } from './chip.ts';
import { iconButton } from './icon.ts';

export interface MediaStage extends Stage {
  /** Why the browser could not show it. */
  readonly broken: string | undefined;
  readonly canCopyPictures: boolean;
  failed(): void;
  permit(host: string): void;
  retry(): void;
  zoom(): void;
  copyPicture(): void;
  soundReady(): void;
  soundMoved(): void;
  soundPlayed(): void;
  seek(event: MouseEvent): void;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export function mediaView(stage: MediaStage, media: Media, source: Source): TemplateResult {
  if (source.state === 'refused') return refusedView(stage, media, source.reason, source.file);
  if (source.state === 'foreign') return foreignView(stage, media, source.host);
  switch (media.family) {
    case 'image':
      return imageView(stage, media, source);
    case 'audio':
      return stage.broken === undefined
        ? audioView(stage, media, source)
        : refusedView(stage, media, stage.broken, source.file, true);
    case 'file':
      return fileView(stage, media, source.file);
  }
}

type Ready = Extract<Source, { readonly state: 'ready' }>;

function imageView(stage: MediaStage, media: Media, { src, header, file }: Ready): TemplateResult {
  const width = header?.width || (stage.width ?? media.width);
  const height = header?.height || (stage.height ?? media.height);
  const alt = altOf(media);
  const { broken } = stage;
  const picture = html`<img
    part="image"
    src=${src}
    alt=${alt}
    loading="lazy"
    decoding="async"
    referrerpolicy="no-referrer"
    @error=${() => stage.failed()}
    @click=${() => stage.zoom()}
  />`;
  return html`<figure class="picture" part="figure" ${reserve(width, height)}>
    <div class="frame ${broken === undefined ? '' : 'broken'}" part="frame">
      ${broken === undefined ? picture : refusedView(stage, media, broken, undefined, true)}
    </div>
    <figcaption part="caption">
      ${captionView(media, header ? `${header.width} × ${header.height}` : undefined)}
      <div class="tools" part="tools">
        ${broken === undefined ? iconButton('zoom', 'Enlarge', () => stage.zoom()) : nothing}
        ${
          broken === undefined && stage.canCopyPictures
            ? iconButton('copy', 'Copy picture', () => stage.copyPicture())
            : nothing
        }
        ${saveButton(stage, media, file)}
      </div>
    </figcaption>
  </figure>`;
}

function audioView(stage: MediaStage, media: Media, { src, file }: Ready): TemplateResult {
  const length = media.durationSeconds;
  return html`<figure class="sound" part="figure">
    <canvas
      part="waveform"
      aria-hidden="true"
      width="720"
      height="96"
      @click=${(event: MouseEvent) => stage.seek(event)}
    ></canvas>
    <audio
      part="player"
      controls
      preload="metadata"
      src=${src}
      aria-label=${altOf(media)}
      @error=${() => stage.failed()}
      @loadedmetadata=${() => stage.soundReady()}
      @play=${() => stage.soundPlayed()}
      @timeupdate=${() => stage.soundMoved()}
    ></audio>
    <figcaption part="caption">
      ${captionView(media, length === undefined ? undefined : clock(length))}
      <div class="tools" part="tools">${saveButton(stage, media, file)}</div>
    </figcaption>
    ${media.alt === undefined ? nothing : html`<p class="alt" dir="auto">${label(media.alt, 2_000)}</p>`}
    <slot name="transcript"></slot>
  </figure>`;
}

function fileView(stage: MediaStage, media: Media, file: SavedFile): TemplateResult {
  const name = media.name ?? media.title;
  return chipView({
    icon: 'file',
    tone: 'calm',
    what: html`<bdi>${name === undefined ? 'File' : label(name)}</bdi>`,
    why: html`${labelView(media)}<span class="facts"
        >${factsOf(media, 'host' in file && !file.own ? file.host : undefined)}</span
      >
      ${media.alt === undefined ? nothing : html`<span class="alt">${label(media.alt, 2_000)}</span>`}`,
    actions: saveButton(stage, media, file),
  });
}

function foreignView(stage: MediaStage, media: Media, host: string): TemplateResult {
  const shown = label(host, 120);
  return chipView({
    icon: 'globe',
    tone: 'calm',
    what: html`${named(media)}: <bdi>${altOf(media)}</bdi>`,
    why: `Not loaded: it is kept at ${shown}, which would learn that you looked.`,
    actions: html`<button type="button" part="button" @click=${() => stage.permit(host)}>
      Load from ${shown}
    </button>`,
  });
}

function refusedView(
  stage: MediaStage,
  media: Media,
  reason: string,
  file?: SavedFile,
  again = false,
): TemplateResult {
  const actions = html`${
    again
      ? html`<button type="button" part="button" @click=${() => stage.retry()}>Try again</button>`
      : nothing
  }${file ? saveButton(stage, media, file) : nothing}`;
  return chipView({
    icon: 'alert',
    tone: 'error',
    what: html`${named(media)} not shown: <bdi>${altOf(media)}</bdi>`,
    why: reason,
    ...((again || file) && { actions }),
  });
}

function captionView(media: Media, measure: string | undefined): TemplateResult {
  return html`<div class="words">
    ${media.title === undefined ? nothing : html`<div class="title" part="title" dir="auto">${label(media.title)}</div>`}
    ${labelView(media)}
    <div class="facts">${factsOf(media, measure)}</div>
  </div>`;
}

/** Said before the figures: nobody should take what a machine made for a photograph. */
function labelView({ label: text }: Media): TemplateResult | typeof nothing {
  return text === undefined
    ? nothing
    : html`<div class="label" part="label" dir="auto">${label(text, 120)}</div>`;
}

function factsOf({ mimeType, bytes, family }: Media, more: string | undefined): string {
  const type =
    mimeType === undefined
      ? named({ family })
      : label(mimeType.replace(/^(image|audio)\//, ''), 60);
  return [type, more, bytes === undefined ? undefined : size(bytes)]
    .filter((fact) => fact !== undefined)
    .join(' · ');
}

function named({ family }: Pick<Media, 'family'>): string {
  return { image: 'Picture', audio: 'Sound', file: 'File' }[family];
}

export function altOf(media: Media): string {
  return label(
    media.alt || media.title || media.name || `${named(media)} without a description`,
    2_000,
  );
}

function saveButton(stage: MediaStage, media: Media, file: SavedFile): TemplateResult {
  return iconButton('download', 'Download', () => stage.save(file, nameOf(media)));
}

function nameOf({ name, family, mimeType }: Media): string {
  const [, type = 'bin'] = /\/([a-z0-9]+)/i.exec(mimeType ?? '') ?? [];
  return label(name ?? `${family}.${type}`, 120).replace(/[\\/:*?"<>|]/g, '_');
}
