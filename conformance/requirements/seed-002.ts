// Seed 002, Caliban ADR 0039: an image enters once, is bounded, is stored by hash, and is never dropped in silence.

import { section } from '../requirement.ts';

export const seed002 = [
  ...section('002', 'ContentBlock IR', 2, {
    's002-image-block': { must: 'An image is a content block of its own beside text.' },
    's002-block-fields': { must: 'An image block carries source, mime, sha256 and dimensions.' },
    's002-block-provider-agnostic': { must: 'A block carries no provider knob and no policy.' },
    's002-source-kinds': { must: 'A source is base64, url or blob; each is its own case.' },
    's002-adapters-own-wire': {
      must: 'Only a lens writes how its wire spells an image in a request.',
      issue: 4,
    },
    's002-new-provider-no-ir-change': {
      promise: 'A new wire is one new lens; the block does not change.',
      issue: 4,
    },
  }),
  ...section('002', 'Ingest is a separate crate', 2, {
    's002-one-door': {
      must: 'Pictures are sniffed, capped, downscaled and fingerprinted in one package; no other imports their decoder.',
    },
    's002-router-without-decoder': {
      must: 'Routing sees finished blocks only and installs no decoder.',
    },
    's002-ingest-clipboard': { must: 'The door reads an image from the clipboard.' },
    's002-ingest-drop': { must: 'The door parses what a terminal pastes when a file is dropped.' },
    's002-mime-sniffed': { must: 'The type comes from the bytes, never from a name or a header.' },
    's002-decode-validated': { must: 'An image is fully decoded before it becomes a block.' },
    's002-sha256': { must: 'Every block is fingerprinted with SHA-256.' },
    's002-sha-of-sent-bytes': { promise: 'The fingerprint covers the bytes after fitting.' },
    's002-ingest-sandboxed': { promise: 'The decoder runs in a process of its own.' },
  }),
  ...section('002', 'MIME allowlist', 2, {
    's002-mime-allowlist': {
      must: 'Only png, jpeg, gif and webp are accepted; the list is closed.',
    },
    's002-mime-bmp-tiff-refused': {
      must: 'dds, tga, psd and friends are refused by name; bmp, ico and, where accepted, tiff come in and never leave as they are.',
    },
    's002-mime-avif-heic-refused': {
      must: 'heic is refused by name, with a hint; avif comes in and leaves as another type.',
    },
    's002-mime-loaders-disabled': {
      must: 'Decoders of refused types are switched off, not just unused.',
    },
  }),
  ...section('002', 'Default size cap', 2, {
    's002-cap-5-mib': { must: 'By default a fitted image holds at most 5 MiB before base64.' },
    's002-cap-1568-px': { must: 'By default the longest edge is at most 1568 px.' },
    's002-over-cap-downscaled': { must: 'An image over the cap is downscaled, not refused.' },
    's002-lanczos3': { must: 'Downscaling uses Lanczos3.' },
    's002-downscale-warned': { must: 'A downscale is reported as a warning with both sizes.' },
    's002-downscaled-badge': { must: 'The terminal thumbnail shows "[downscaled]".', issue: 9 },
    's002-caps-configurable': { must: 'Caps are overridden by configuration, not by code.' },
    's002-20-images-per-message': { must: 'A message holds at most 20 images by default.' },
    's002-30-mib-per-message': { must: 'A message holds at most 30 MiB of images by default.' },
    's002-count-cap-visible': {
      promise: 'The count cap is shown to the user where images are attached.',
      issue: 9,
    },
  }),
  ...section('002', 'Capability filtering', 5, {
    's002-strict-default': { must: 'Media without a route that can take it fails by default.' },
    's002-strict-error-names-route': {
      must: 'The error names the missing route and how to add one.',
    },
    's002-strict-env-off': { must: 'PERCEPT_STRICT_ROUTING=false turns strictness off.' },
    's002-strict-env-parser': {
      must: 'false, 0, no and off mean off; unset, empty, true, 1, yes and on mean strict; other words are refused.',
    },
    's002-placeholder-text': {
      must: 'Degraded routing puts a documented text placeholder in the place of each image.',
    },
    's002-placeholder-dims-mime': { promise: 'The placeholder names dimensions and type.' },
    's002-no-silent-drop': { must: 'Vision is never dropped in silence.' },
  }),
  ...section('002', 'Sessions store blob refs', 2, {
    's002-blob-ref-only': { must: 'A session holds references by SHA-256, never inline base64.' },
    's002-blob-bytes-by-sha': { must: 'The bytes live in a file named by their 64 hex digits.' },
    's002-blob-put-idempotent': { must: 'Storing the same bytes twice changes nothing.' },
    's002-blob-invalid-sha': { must: 'A malformed hash is refused before any file is touched.' },
    's002-blob-not-found': { must: 'A missing blob is a typed outcome.' },
    's002-blob-never-on-wire': { must: 'A blob source cannot be serialised to a wire, by type.' },
    's002-session-small': { promise: 'A session file stays small however many images it saw.' },
    's002-session-gc': { promise: 'Blobs that no session refers to can be collected.' },
  }),
  ...section('002', 'TUI graphics protocol', 9, {
    's002-probe-once': { must: 'Terminal graphics are probed once per session and cached.' },
    's002-probe-protocols': { must: 'The probe tells kitty, sixel and iTerm2 apart.' },
    's002-probe-timeout': { must: 'A silent terminal cannot hang the probe.' },
    's002-text-fallback': {
      must: 'Without graphics the image is "[image: WxH type, size, name]".',
    },
    's002-graphics-override': {
      must: 'PERCEPT_GRAPHICS forces kitty, sixel, iterm, half or none.',
    },
    's002-paste-screenshot': {
      promise: 'A pasted screenshot shows up in the chat as a thumbnail.',
    },
    's002-at-path': { promise: 'Typing @path attaches the image at that path.' },
  }),
  ...section('002', 'Cost accounting', 4, {
    's002-bill-from-usage': { must: 'Billed tokens are what the provider reports.' },
    's002-estimate-labelled': {
      must: 'Where a person reads it, a local estimate is labelled as an estimate.',
    },
    's002-usage-overlay': {
      must: '/usage shows what an image is roughly worth before the call returns.',
      issue: 9,
    },
  }),
] as const;
