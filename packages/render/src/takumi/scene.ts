// What takumi draws: a tree of boxes, texts and pictures with CSS, as plain data that crosses into its thread.

export type Style = Readonly<Record<string, string | number>>;

export interface SceneFrame {
  readonly tagName?: string;
  readonly className?: string;
  readonly id?: string;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  readonly attributes?: Readonly<Record<string, string>>;
  readonly style?: Style;
  /** The look before any style sheet; the browsers' own unless given. */
  readonly preset?: Style;
}

export type SceneNode =
  | (SceneFrame & { readonly type: 'container'; readonly children?: readonly SceneNode[] })
  | (SceneFrame & { readonly type: 'text'; readonly text: string })
  | (SceneFrame & {
      readonly type: 'image';
      /** A key of `images`, or the bytes themselves (SVG or raster). Never an address that is fetched. */
      readonly src: string | Uint8Array;
      readonly width?: number;
      readonly height?: number;
    });

export interface Scene {
  readonly node: SceneNode;
  readonly width?: number;
  readonly height?: number;
  readonly css?: readonly string[];
  readonly images?: readonly { readonly src: string; readonly data: Uint8Array }[];
  readonly lang?: string;
}

/** A box of a laid-out scene; `transform` is the matrix a, b, c, d, e, f to the scene's corner. */
export interface MeasuredBox {
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
  readonly runs: readonly MeasuredRun[];
  readonly children: readonly MeasuredBox[];
}

export interface MeasuredRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
