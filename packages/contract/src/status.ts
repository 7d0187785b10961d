// Status: who answers here, and what becomes of media with each of them. Part of the contract.
import type { Permission } from './index.ts';

export interface Status {
  readonly version: string;
  /** Whose sessions these are. */
  readonly tenant: string;
  /** The name of the card that a new session begins with. */
  readonly active: string;
  /** Every model that can be chosen. When none is configured: one card of kind `local`, and it answers. */
  readonly models: readonly ModelCard[];
  /** For people, one sentence each: what was found, what is missing, what that means. */
  readonly notices: readonly string[];
  readonly limits: UploadLimits;
  /** What is installed beside the server, by name: `openwop`. */
  readonly extensions: readonly string[];
  /** Differs when the server was started anew, and with it perhaps who answers. */
  readonly since: string;
  /** The folder's own configuration waits for trust; it is answered with its digest at `/api/trust`. */
  readonly trust?: Permission;
}

export interface UploadLimits {
  readonly maxBytesPerFile: number;
  readonly maxImagesPerMessage: number;
  readonly maxTextChars: number;
  /** What may be picked, as an `accept` attribute of a file input. The door decides by the bytes. */
  readonly accept: string;
}

export interface ModelCard {
  /** What `ChooseModel` takes. */
  readonly name: string;
  readonly kind: 'model' | 'local';
  /** Who receives what is sent; `this device` when nothing leaves it. */
  readonly host: string;
  /** Of the vocabulary: vision-input, audio-input, audio-output, image-output, and others of its kind. */
  readonly capabilities: readonly string[];
  /** How that is known: from configuration, from the server's metadata, from the name, or not at all. */
  readonly knownFrom: 'configuration' | 'metadata' | 'name' | 'nothing' | 'this device';
  readonly image: MediaRoute;
  readonly audio: MediaRoute;
  /** A document that the model does not take itself: pages for one that sees, what is written in it for one that does not. */
  readonly file: MediaRoute;
  readonly limits: ModelLimits;
  readonly price?: ModelPrice;
  readonly maxContextTokens?: number;
}

export type MediaRoute =
  /** The model takes it itself. */
  | { readonly route: 'native' }
  /** Somebody else looks or listens, and the model reads the words. */
  | {
      readonly route: 'described';
      readonly by: string;
      readonly host: string;
      readonly place: 'device' | 'remote';
    }
  /** Drawn as pages, which the model sees. */
  | { readonly route: 'pages' }
  /** What is written in it goes as text; pages without letters go the way of images. */
  | { readonly route: 'text' }
  /** The model is told that something was attached, and nothing more. */
  | { readonly route: 'words'; readonly message: string }
  | { readonly route: 'refused'; readonly message: string; readonly hint: string };

export interface ModelLimits {
  readonly imageTypes: readonly string[];
  readonly maxImageBytes: number;
  readonly maxImageEdgePx: number;
  /** What the model really looks at; larger pictures are reduced to it before they are sent. */
  readonly usefulEdgePx: number;
  readonly maxImagesPerRequest: number;
  readonly maxBytesPerRequest: number;
  readonly audioTypes: readonly string[];
  readonly fileTypes: readonly string[];
}

export interface ModelPrice {
  readonly usdPerMillionInput: number;
  readonly usdPerMillionCachedInput?: number;
  readonly usdPerMillionOutput: number;
}
