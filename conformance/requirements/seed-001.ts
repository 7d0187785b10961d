// Seed 001, OpenWOP RFC 0055: media leaves as envelopes that any consumer can show, by URL, inside its tenant.

import { section } from '../requirement.ts';

export const seed001 = [
  ...section('001', '§A vocabulary', 5, {
    's001-vocabulary-four': {
      must: 'vision-input, audio-input, audio-output and image-output are reserved identifiers.',
    },
    's001-vocabulary-earlier': {
      must: 'structured-output, discriminator-enum, long-context, reasoning and function-calling stay.',
    },
    's001-vocabulary-open': { must: 'Identifiers are open by pattern, never a closed enum.' },
    's001-vocabulary-x-host': { must: 'x-host- identifiers validate.' },
    's001-no-code-execution': { must: 'code-execution is not part of the vocabulary.' },
    's001-vision-input-meaning': { must: 'vision-input means the active model takes images.' },
    's001-audio-meaning': {
      must: 'audio-input and audio-output mean the model takes or emits sound.',
    },
    's001-image-output-distinct': {
      must: 'image-output means the model emits images itself, apart from a generation tool.',
    },
    's001-gate-refuses': {
      must: 'A module that needs a missing capability refuses to register: host_capability_missing.',
    },
    's001-gate-registers': {
      must: 'The same module registers where the capability is advertised.',
    },
    's001-advertise-only-supported': {
      must: 'An identifier is advertised only when the model supports it.',
      issue: 7,
    },
  }),
  ...section('001', '§B meta.rendering', 7, {
    's001-rendering-optional': { must: 'An envelope without meta.rendering validates.' },
    's001-rendering-closed': { must: 'meta.rendering accepts its five keys and no other.' },
    's001-display-values': { must: 'display is markdown, code, card, image, audio or file.' },
    's001-rendering-fields': {
      must: 'mimeType, lang, alt and title are strings with their meanings.',
    },
    's001-rendering-is-hint': { must: 'The hint never changes how a payload validates.' },
    's001-meta-required': {
      must: 'meta.source and meta.ts are required, source is a closed list.',
    },
    's001-rendering-no-secrets': { must: 'meta.rendering is redacted like the rest of meta.' },
  }),
  ...section('001', '§B consumers', 8, {
    's001-display-honoured': { should: 'A consumer honours a display it knows.' },
    's001-display-unknown-falls-back': {
      must: 'An unknown display falls back to default rendering without error.',
    },
    's001-alt-rendered': { should: 'alt reaches assistive technology for image, audio and file.' },
    's001-alt-present': { should: 'Media we emit carries alt.', issue: 7 },
    's001-kind-unknown-raw': { must: 'An unknown envelope kind is shown as raw JSON.' },
  }),
  ...section('001', '§C media payloads', 7, {
    's001-media-kinds': { must: 'media.image, media.audio and media.file are universal kinds.' },
    's001-media-schemas': { must: 'Each media kind has its own payload schema.' },
    's001-media-advertised': {
      must: 'Media kinds stand in supportedEnvelopes and schemaVersions.',
    },
    's001-media-by-url': { should: 'A payload refers to its asset by a host-served URL.' },
    's001-url-tenant-scoped': { must: 'Asset URLs are scoped to the tenant of the run.' },
    's001-security-invariant': {
      must: 'The invariant media-asset-url-tenant-scoped has a test of its own.',
    },
    's001-url-unguessable': { must: 'Asset URLs cannot be guessed.' },
    's001-url-cross-tenant': { must: 'An asset does not appear in the view of another tenant.' },
    's001-inline-cap': { must: 'Inline base64 is used only below the advertised cap.' },
    's001-inline-cap-default': { must: 'maxInlineMediaBytes defaults to 256 KiB.' },
    's001-inline-cap-advertised': { must: 'maxInlineMediaBytes is advertised.' },
    's001-inline-cap-zero': { promise: 'A cap of zero forces URLs everywhere.' },
    's001-debug-bundle-by-reference': {
      must: 'A debug bundle lists assets by reference, never inline.',
    },
    's001-retention': { must: 'An asset lives at least as long as the event log of its run.' },
    's001-retention-fork': { must: 'A forked or replayed run still resolves its asset URLs.' },
    's001-vendor-kinds': { promise: 'Vendor-namespaced kinds remain possible.' },
  }),
  ...section('001', 'Compatibility', 7, {
    's001-additive': { must: 'A host without media behaves as before.' },
    's001-no-live-transport': { promise: 'No audio, video or screen transport is added.' },
  }),
  ...section('001', 'Conformance', 7, {
    's001-c-hint-shape': { must: 'Scenario: the hint validates and its absence validates.' },
    's001-c-hint-ignored': {
      must: 'Scenario: a consumer with an unknown display shows its default.',
    },
    's001-c-vision-gate': {
      must: 'Scenario: a vision module registers or is refused by advertisement.',
    },
    's001-c-inline-cap': {
      must: 'Scenario: an asset above the cap is served by a tenant-scoped URL.',
    },
    's001-c-debug-bundle': { must: 'Scenario: a run that emitted an image lists it by reference.' },
    's001-c-real-host': {
      promise: 'A host that advertises vision-input passes the cap and bundle scenarios.',
    },
    's001-c-emit-fixture': {
      must: 'Fixture conformance.media.emit emits one image URL and one inline audio below the cap.',
    },
  }),
  ...section('001', 'Implementation notes', 8, {
    's001-renderer-switches': { promise: 'Messages show image, audio, code and card by display.' },
    's001-inspector-shows-hint': { promise: 'The inspector shows the hint of each envelope.' },
    's001-picker-capabilities': {
      promise: 'The model picker shows before attaching whether the model can see.',
    },
  }),
] as const;
