// Seed 003, Visual perception: read is text, view is pixels, and old pixels are a view decision.

import { section } from '../requirement.ts';

export const seed003 = [
  ...section('003', 'The read/view split', 3, {
    's003-two-tools': { must: 'read and view are two tools.' },
    's003-read-refuses-pixels': { must: 'read returns text and refuses pixels.' },
    's003-read-says-use-view': { promise: 'The refusal of read names view.' },
    's003-view-refuses-text': { must: 'view never serves text.' },
    's003-no-media-mode': { must: 'read has no mode that returns media.' },
    's003-pixels-explicit': { promise: 'Pixels enter the context only by an explicit call.' },
  }),
  ...section('003', 'The perception-tool contract', 3, {
    's003-view-takes-reference': { must: 'view takes a reference to a source.' },
    's003-view-path': { must: 'A path in the filesystem of the agent is a reference.' },
    's003-view-other-references': {
      promise: 'A stored blob and a prompt attachment are references too.',
    },
    's003-perception-native-block': { must: 'A perception is a provider-native image block.' },
    's003-perception-metadata': {
      promise: 'It carries media type, and size and bytes where cheap.',
    },
    's003-refusal-typed': { must: 'A refusal is an ordinary typed result, never an exception.' },
    's003-refusal-absent': { must: 'An absent source is refused as absent.' },
    's003-refusal-unperceivable': { must: 'A source of no perceivable type is refused as such.' },
    's003-refusal-too-large': { must: 'A source over the bound is refused as too large.' },
    's003-read-capability': { must: 'view declares a read capability over the reference.' },
    's003-no-write-no-network': { must: 'view adds no write and no network.' },
    's003-not-a-read': { must: 'view does not satisfy the freshness token that edit needs.' },
    's003-edit-needs-read': { promise: 'edit refuses without the token that read gives.' },
  }),
  ...section('003', 'The input matrix', 3, {
    's003-raster': { must: 'png, jpeg, webp and gif are perceived from their bytes.' },
    's003-svg': { promise: 'SVG is rendered to a raster and perceived.' },
    's003-text-code-document': { promise: 'Text, code and documents are rendered and perceived.' },
    's003-renderer-injected': { must: 'A renderer is a capability that the host injects.' },
    's003-same-tool-grows': { must: 'New source classes need no new tool and no renamed one.' },
    's003-binary-refused': {
      promise: 'What cannot be perceived (.zip, .psd) is refused with a way out.',
    },
  }),
  ...section('003', 'Result-to-image lowering', 4, {
    's003-lowering-from-record': { must: 'Lowering is derived from the persisted result.' },
    's003-lowering-reproduces': { must: 'Every rebuild reproduces the perception.' },
    's003-tool-output-media': { should: 'Where the wire can, the tool output carries the image.' },
    's003-stage-and-reattach': {
      promise: 'Where it cannot, the image is re-attached as an attachment.',
    },
    's003-no-live-side-effect': { must: 'Nothing the model sees exists only in the live turn.' },
  }),
  ...section('003', 'Retention', 4, {
    's003-evict-is-view': { must: 'Eviction changes what the model sees, never what is stored.' },
    's003-recent-window-live': { must: 'Recent perceptions keep their pixels.' },
    's003-window-tunable': {
      promise: 'The window is tunable, down to the current turn alone.',
    },
    's003-descriptor-names-source': {
      must: 'An elided perception becomes text that names its source.',
    },
    's003-descriptor-says-review': { should: 'The descriptor says how to look again.' },
    's003-review-restores': { must: 'Viewing again brings the pixels back.' },
    's003-review-idempotent': { promise: 'Viewing again is one explicit, idempotent call.' },
    's003-attachments-kept': {
      must: 'Retention never evicts a pasted image; what a request has no room for is left out of it last, in words.',
    },
    's003-evict-only-restorable': { must: 'Only what perception can restore is evicted.' },
  }),
  ...section('003', 'Implementor checklist', 3, {
    's003-check-distinct-tool': {
      should: 'Perception is a tool of its own; read stays text-only.',
    },
    's003-check-typed-refusal': {
      should: 'Absent, unperceivable and too large are returned, not thrown.',
    },
    's003-check-byte-bound': {
      should: 'The perceivable size is bounded like an inline attachment.',
    },
    's003-check-reproduces': {
      should: 'A perception reproduces from the persisted result.',
      issue: 4,
    },
    's003-check-evicts': {
      should: 'Stale perceptions become naming descriptors; attachments stay.',
      issue: 4,
    },
    's003-check-render-gated': {
      should: 'Bitmaps need read only; rendered sources need render, which can be withheld.',
    },
  }),
] as const;
