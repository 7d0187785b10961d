// The files that wait to be sent. Every file has one state at any time, a file that is removed is also taken back from the
// server, and nothing is uploaded that is over a limit.
import type { Refusal } from '@percept/core';
import type { UploadEvent, UploadLimits, Uploaded } from '@percept/contract';
import type { Api } from '../api/client.ts';
import { startUpload, type Sending } from '../api/upload.ts';
import { admit, isPicture } from './preflight.ts';
import { Store } from './store.ts';

export type AttachmentState =
  | { readonly at: 'waiting' }
  | { readonly at: 'reading'; readonly bytes: number; readonly totalBytes: number }
  | { readonly at: 'checking'; readonly step: string }
  | { readonly at: 'rendering'; readonly page: number; readonly pages?: number }
  | { readonly at: 'ready'; readonly uploaded: Uploaded }
  | { readonly at: 'refused'; readonly refusal: Refusal };

export interface Attachment {
  readonly key: string;
  readonly file: File;
  /** Object URL of a picture that every browser decodes. */
  readonly picture: string | undefined;
  readonly state: AttachmentState;
}

const atOnce = 2;
const pictures = /^image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;

export class PendingAttachments {
  readonly store: Store<readonly Attachment[]> = new Store<readonly Attachment[]>([]);
  readonly #api: Api;
  readonly #uploads = new Map<string, Sending>();
  #count = 0;

  constructor(api: Api) {
    this.#api = api;
  }

  add(files: readonly File[], limits: UploadLimits): void {
    for (const file of files) {
      this.#count += 1;
      const held = this.store
        .get()
        .filter((one) => one.state.at !== 'refused' && isPicture(one.file)).length;
      const refusal = admit(file, held, limits);
      const attachment: Attachment = {
        key: `file-${this.#count}`,
        file,
        picture: !refusal && pictures.test(file.type) ? URL.createObjectURL(file) : undefined,
        state: refusal ? { at: 'refused', refusal } : { at: 'waiting' },
      };
      this.store.set([...this.store.get(), attachment]);
    }
    this.#advance();
  }

  remove(key: string): void {
    const attachment = this.store.get().find((one) => one.key === key);
    if (!attachment) return;
    this.#uploads.get(key)?.cancel();
    this.#uploads.delete(key);
    if (attachment.state.at === 'ready') void this.#api.forget(attachment.state.uploaded.upload);
    this.#drop([attachment]);
    this.#advance();
  }

  again(key: string): void {
    this.#become(key, { at: 'waiting' });
    this.#advance();
  }

  /** They were sent: they belong to the session now. */
  sent(): void {
    this.#drop(this.store.get());
  }

  #drop(gone: readonly Attachment[]): void {
    for (const { picture } of gone) if (picture !== undefined) URL.revokeObjectURL(picture);
    this.store.set(this.store.get().filter((one) => !gone.includes(one)));
  }

  #advance(): void {
    for (const { key, file, state } of this.store.get()) {
      if (this.#uploads.size >= atOnce) return;
      if (state.at !== 'waiting' || this.#uploads.has(key)) continue;
      this.#become(key, { at: 'reading', bytes: 0, totalBytes: file.size });
      this.#uploads.set(
        key,
        startUpload(file, (event) => this.#told(key, file, event)),
      );
    }
  }

  #told(key: string, file: File, event: UploadEvent): void {
    switch (event.type) {
      case 'reading': {
        const { bytes, totalBytes = file.size } = event;
        return this.#become(key, { at: 'reading', bytes, totalBytes });
      }
      case 'checking':
        return this.#become(key, { at: 'checking', step: event.step });
      case 'rendering': {
        const { page, pages } = event;
        return this.#become(key, { at: 'rendering', page, ...(pages !== undefined && { pages }) });
      }
      case 'done':
        return this.#finish(key, { at: 'ready', uploaded: event.uploaded });
      case 'refused':
        return this.#finish(key, { at: 'refused', refusal: event.refusal });
    }
  }

  #finish(key: string, state: AttachmentState): void {
    this.#uploads.delete(key);
    this.#become(key, state);
    this.#advance();
  }

  #become(key: string, state: AttachmentState): void {
    this.store.set(this.store.get().map((one) => (one.key === key ? { ...one, state } : one)));
  }
}
