// The files that wait to be sent. Every file has one state at any time, a file that is removed is also taken back from the
// server, and nothing is uploaded that is over a limit.
import type { UploadEvent, UploadLimits } from '@percept/contract';
import type { Api } from '../api/client.ts';
import { startUpload, type Sending } from '../api/upload.ts';
import { admit, isPicture } from './preflight.ts';
import { Store } from './store.ts';

/** What was told of it last. */
export type AttachmentState = { readonly type: 'waiting' } | UploadEvent;

export interface Attachment {
  readonly key: string;
  readonly file: File;
  /** Object URL of a picture that every browser decodes. */
  readonly picture: string | undefined;
  readonly state: AttachmentState;
}

/** The server is not done with it. */
export function isBusy({ state }: Attachment): boolean {
  return state.type !== 'done' && state.type !== 'refused';
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
        .filter((one) => one.state.type !== 'refused' && isPicture(one.file)).length;
      const refusal = admit(file, held, limits);
      const attachment: Attachment = {
        key: `file-${this.#count}`,
        file,
        picture: !refusal && pictures.test(file.type) ? URL.createObjectURL(file) : undefined,
        state: refusal ? { type: 'refused', refusal } : { type: 'waiting' },
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
    if (attachment.state.type === 'done') void this.#api.forget(attachment.state.uploaded.upload);
    this.#drop([attachment]);
    this.#advance();
  }

  again(key: string): void {
    this.#become(key, { type: 'waiting' });
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
      if (state.type !== 'waiting' || this.#uploads.has(key)) continue;
      this.#become(key, { type: 'reading', bytes: 0 });
      const upload = startUpload(file, (event) => this.#told(key, event));
      this.#uploads.set(key, upload);
    }
  }

  #told(key: string, event: UploadEvent): void {
    this.#become(key, event);
    if (event.type !== 'done' && event.type !== 'refused') return;
    this.#uploads.delete(key);
    this.#advance();
  }

  #become(key: string, state: AttachmentState): void {
    this.store.set(this.store.get().map((one) => (one.key === key ? { ...one, state } : one)));
  }
}
