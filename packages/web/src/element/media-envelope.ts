// `<media-envelope>`: one envelope, shown. It keeps what a view cannot: the object URL, what a reader asked for, and the
// answer of the browser. Nothing is loaded from another host, and nothing is hidden, unless a reader says so.
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import type { EnvelopeEventName, EnvelopeEvents } from './events.ts';
import { copyPicture, copyText, reasonOf, saveFile } from './keep.ts';
import { InlinePicture, type Media, type Reading, readEnvelope, Unparsed } from './reading.ts';
import { openSource, type SavedFile, type Source } from './source.ts';
import { styles } from './styles.ts';
import { cardView } from './view/card.ts';
import { chipView } from './view/chip.ts';
import { codeView, jsonView } from './view/code.ts';
import { markdownView } from './view/markdown.ts';
import { altOf, type MediaStage, mediaView } from './view/media.ts';
import { type ZoomStage, zoomView } from './view/zoom.ts';
import { SoundShape } from './sound-shape.ts';
import { count, label } from './words.ts';
import { maxDecodedSoundBytes, maxEagerSoundBytes, maxToldProblems } from '../limits.ts';

/**
 * The element `<media-envelope>`: shows one envelope and runs nothing of it. Importing the package registers it.
 *
 * @example element.envelope = { type: 'media.image', url, mimeType: 'image/png' };
 */
export class MediaEnvelope extends LitElement implements MediaStage, ZoomStage {
  static override styles = styles;
  static override properties = {
    envelope: {
      converter: { fromAttribute: readAttribute },
      hasChanged: (value: unknown, old: unknown): boolean =>
        value !== old && !(value instanceof InlinePicture && value.equals(old)),
    },
    origins: { converter: { fromAttribute: readOrigins } },
    lineNumbers: { type: Boolean, attribute: 'line-numbers' },
    width: { type: Number },
    height: { type: Number },
    depth: { attribute: false },
    copied: { state: true },
    broken: { state: true },
    actualSize: { state: true },
    zoomed: { state: true },
    permitted: { state: true },
    attempt: { state: true },
    said: { state: true },
  };

  /** The envelope, as an object or (attribute) as JSON text. */
  declare envelope: unknown;
  /** Origins whose media loads without asking. The page's own always does. */
  declare origins: readonly string[];
  declare lineNumbers: boolean;
  /** The size of the picture in pixels, when the page knows it and the envelope does not. */
  declare width: number | undefined;
  declare height: number | undefined;
  /** How many envelopes stand around this one. */
  declare depth: number;
  declare copied: string | undefined;
  declare broken: string | undefined;
  declare actualSize: boolean;
  declare private zoomed: boolean;
  declare private permitted: boolean;
  declare private attempt: number;
  declare private said: string;

  #reading: Reading | undefined;
  #media: Media | undefined;
  #source: Source | undefined;
  #pages: ReadonlyMap<string, number> = new Map();
  #sound: SoundShape = new SoundShape(() => this.renderRoot);

  constructor() {
    super();
    this.origins = [];
    this.lineNumbers = false;
    this.depth = 0;
    this.#forget();
  }

  #forget(): void {
    this.copied = this.broken = undefined;
    this.actualSize = this.zoomed = this.permitted = false;
    this.attempt = 0;
    this.said = '';
    this.#pages = new Map();
    this.#sound.forget();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#open();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('envelope')) {
      const { envelope } = this;
      const before = this.#reading?.id;
      this.#reading =
        envelope === undefined || envelope === null ? undefined : readEnvelope(envelope);
      const media = mediaOf(this.#reading);
      // A text that grows keeps what its reader unfolded; other media is never covered by an earlier permission.
      if (media || this.#media || before === undefined || before !== this.#reading?.id)
        this.#forget();
      this.#media = media;
    }
    if (['envelope', 'origins', 'permitted', 'attempt'].some((name) => changed.has(name)))
      this.#open();
  }

  #open(): void {
    this.#close();
    if (!this.#media) return;
    this.#source = openSource(this.#media, [this.origins].flat(), this.permitted);
    if (this.#source.state === 'refused')
      this.#tell('envelope-error', { reason: this.#source.reason });
  }

  #close(): void {
    if (this.#source?.state === 'ready') this.#source.close();
    this.#source = undefined;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('zoomed') && this.zoomed) this.#dialog?.showModal();
    if (changed.has('envelope') && this.#reading?.show === 'invalid')
      this.#tell('envelope-error', { reason: problemsOf(this.#reading.issues)[0] ?? '' });
    if (this.#media?.family === 'audio') this.soundMoved();
  }

  protected override render(): unknown {
    const reading = this.#reading;
    if (!reading) return nothing;
    return html`${this.#show(reading)}
      ${reading.rest === undefined ? nothing : jsonView(this, 'rest', reading.rest, 'More in this envelope', false)}
      <div class="quiet" role="status">${this.said}</div>`;
  }

  #show(reading: Reading): unknown {
    switch (reading.show) {
      case 'media':
        return this.#showMedia(reading.media);
      case 'markdown':
        return html`${this.#title(reading)}
          <div lang=${reading.lang ?? nothing}>${markdownView(this, reading.text)}</div>`;
      case 'code': {
        const { text, lang = '' } = reading;
        const print = (maxChars: number): string => text.slice(0, maxChars + 1);
        return html`${this.#title(reading)}
        ${codeView(this, { key: 'code', lang, print, numbered: this.lineNumbers })}`;
      }
      case 'card': {
        const { card, title } = reading;
        const text = card.text === undefined ? nothing : markdownView(this, card.text);
        const media = card.media ? this.#showMedia(card.media) : nothing;
        return cardView(this, { title, card, text, media });
      }
      case 'raw':
        return html`${this.#title(reading)}
        ${jsonView(this, 'raw', reading.value, html`<bdi>${label(reading.kind, 120)}</bdi>`)}`;
      case 'invalid': {
        const problems = problemsOf(reading.issues);
        return html`${chipView({
          icon: 'alert',
          tone: 'error',
          what: 'This envelope is not valid',
          why: html`<ul>
            ${problems.map((problem) => html`<li>${problem}</li>`)}
          </ul>`,
        })}
        ${jsonView(this, 'invalid', reading.value, 'What was received')}`;
      }
    }
  }

  #title({ title }: Reading): unknown {
    return title === undefined
      ? nothing
      : html`<div class="title" part="title" dir="auto">${label(title)}</div>`;
  }

  #showMedia(media: Media): unknown {
    const source = this.#source;
    if (!source) return nothing;
    const large =
      this.zoomed && source.state === 'ready' && zoomView(this, source.src, altOf(media));
    return html`${mediaView(this, media, source)} ${large || nothing}`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  #tell<Name extends EnvelopeEventName>(name: Name, detail: EnvelopeEvents[Name]): boolean {
    return this.dispatchEvent(
      new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }),
    );
  }

  /** For screen readers, and for whoever looks. */
  #say(words: string): void {
    this.said = words;
  }

  pagesOf(key: string): number {
    return this.#pages.get(key) ?? 0;
  }

  more(key: string): void {
    this.#pages = new Map(this.#pages).set(key, this.pagesOf(key) + 1);
    this.requestUpdate();
  }

  copy(key: string, content: () => string): void {
    void copyText(content()).then((done) => {
      this.copied = done ? key : undefined;
      this.#say(done ? 'Copied.' : 'The browser did not allow copying.');
    });
  }

  save(file: SavedFile, name: string): void {
    if (this.#tell('envelope-save', { name })) void saveFile(file, name);
  }

  get canCopyPictures(): boolean {
    return isSecureContext && 'ClipboardItem' in globalThis;
  }

  copyPicture(): void {
    const picture = this.renderRoot.querySelector('img');
    if (picture)
      void copyPicture(picture).then((done) =>
        this.#say(done ? 'Picture copied.' : 'The browser did not allow copying.'),
      );
  }

  failed(): void {
    const source = this.#source;
    if (source?.state !== 'ready') return;
    void reasonOf(source.file).then((reason) => {
      if (source !== this.#source) return;
      this.broken = reason;
      this.#tell('envelope-error', { reason });
    });
  }

  retry(): void {
    this.broken = undefined;
    this.attempt += 1;
  }

  permit(host: string): void {
    if (this.#tell('envelope-foreign', { host })) this.permitted = true;
  }

  zoom(): void {
    // Focus comes back to the button, also for whoever pressed on the picture.
    this.renderRoot.querySelector<HTMLElement>('.tools button')?.focus();
    this.zoomed = true;
    this.#tell('envelope-zoom', { open: true });
  }

  closeZoom(): void {
    this.#dialog?.close();
  }

  zoomClosed(): void {
    this.zoomed = this.actualSize = false;
    this.#tell('envelope-zoom', { open: false });
  }

  toggleSize(): void {
    this.actualSize = !this.actualSize;
  }

  soundReady(): void {
    if (this.#media?.base64 !== undefined && (this.#media.bytes ?? Infinity) <= maxEagerSoundBytes)
      this.soundPlayed();
  }

  soundPlayed(): void {
    const source = this.#source;
    if (source?.state === 'ready' && (this.#media?.bytes ?? 0) <= maxDecodedSoundBytes)
      this.#sound.learn(source.file);
  }

  soundMoved(): void {
    this.#sound.draw();
  }

  seek(event: MouseEvent): void {
    this.#sound.seek(event);
  }
}

function readAttribute(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return new Unparsed(text);
  }
}

function readOrigins(text: string | null): readonly string[] {
  return text?.split(/\s+/) ?? [];
}

function mediaOf(reading: Reading | undefined): Media | undefined {
  if (reading?.show === 'media') return reading.media;
  return reading?.show === 'card' ? reading.card.media : undefined;
}

function problemsOf(
  issues: readonly { readonly path: string; readonly problem: string }[],
): readonly string[] {
  const said = issues
    .slice(0, maxToldProblems)
    .map(({ path, problem }) => label(`${path || 'The value'} ${problem}.`, 300));
  const more = issues.length - maxToldProblems;
  return more > 0
    ? [...said, more === 1 ? 'One more place is wrong.' : `${count(more)} more places are wrong.`]
    : said;
}
