// Facts, acp.md: what ACP clients look for, how bridges fail, and the limits and formulas of providers.

import { section } from '../requirement.ts';

export const factsAcp = [
  ...section('facts/acp', '§1 Protocol', 6, {
    'f-acp-three-places': { trap: 'imageCapability stands at root, agent and prompt _meta alike.' },
    'f-acp-v2-place': { trap: 'In v2 it stands in the prompt image capability.' },
    'f-acp-unit-raw': { trap: 'maxBytesUnit says raw, because peers disagree.' },
    'f-acp-extra-fields': { trap: 'maxImagesPerTurn, maxTotalBytes and mimeTypes are advertised.' },
    'f-acp-reader': { trap: 'The client-side reader understands every placement in the wild.' },
    'f-acp-computed': { trap: 'The advertisement is computed from what works now.' },
    'f-acp-transport-cap': { trap: 'An oversized prompt is answered, not a dead connection.' },
    'f-acp-base64-validated': {
      trap: 'Invalid base64 in a prompt is refused in words; the turn goes on.',
    },
    'f-acp-json-array-text': {
      trap: 'A prompt sent as a JSON array in one text block is rescued.',
    },
    'f-acp-resource-blob': { trap: 'Image blobs and links to images work like image blocks.' },
    'f-acp-data-over-uri': { trap: 'Inline data wins over a uri.' },
    'f-acp-load-replays': { trap: 'load replays images from the store; resume replays nothing.' },
    'f-acp-cancel': { trap: 'A cancel ends as a stop reason, never as an error.' },
    'f-acp-model-switch': { trap: 'The model switches mid-session by config option.' },
    'f-acp-notice-gated': {
      trap: 'Notices go only to clients that take them, else an agent message.',
    },
    'f-acp-v1-and-v2': { trap: 'One endpoint serves v1 and the v2 draft.' },
    'f-acp-outside-clients': { trap: 'Clients of other makers drive the agent in tests.' },
  }),
  ...section('facts/acp', '§4 Bridge', 5, {
    'f-bridge-validated': { trap: 'Corrupt bytes are never sent to a describer.' },
    'f-bridge-downscaled': { trap: 'An oversized image is fitted before it is described.' },
    'f-bridge-per-slot': { trap: 'Each image is described in its own slot.' },
    'f-bridge-cached': { trap: 'Descriptions are cached by hash, describer, prompt and question.' },
    'f-bridge-relook': { trap: 'A follow-up question looks again at the pixels.' },
    'f-bridge-one-budget': { trap: 'User and tool images share one budget per turn.' },
    'f-bridge-retry': { trap: 'A timeout is retried once.' },
    'f-bridge-fail-closed': { trap: 'Without a describer pixels never go to the text model.' },
    'f-bridge-consent': { trap: 'Another provider is used only with consent.' },
    'f-bridge-untrusted': {
      trap: 'A description is fenced as untrusted; instructions in it are data.',
    },
    'f-bridge-errors-redacted': { trap: 'A raw provider error never reaches the prompt.' },
    'f-bridge-disclosed': { trap: 'The user is told which model and host saw the image.' },
    'f-bridge-ocr-beside': {
      trap: 'A description carries the OCR lines, so exact strings survive.',
    },
    'f-bridge-unknown-model': {
      trap: 'Capability comes from configuration, then metadata, then an overridable name table.',
    },
    'f-bridge-same-decision': { trap: 'User images and tool images get the same decision.' },
  }),
  ...section('facts/acp', '§8 Provider limits', 2, {
    'f-profile-anthropic-tokens': {
      trap: 'Anthropic tokens are 28-px patches after the fit; w*h/750 is obsolete.',
    },
    'f-profile-anthropic-examples': {
      trap: 'All published Anthropic resize examples are reproduced.',
    },
    'f-profile-anthropic-limits': {
      trap: '8000 px, 2000 px beyond 20 images, 100 or 600 images, 32 MB.',
    },
    'f-profile-openai-patches': {
      trap: 'OpenAI patch models count 32-px patches times a multiplier.',
    },
    'f-profile-openai-tiles': { trap: 'OpenAI tile models count base plus 512-px tiles.' },
    'f-profile-gemini-2': { trap: 'Gemini 2 counts 258 or 258 per tile.' },
    'f-profile-gemini-3': {
      trap: 'Gemini 3 counts by media resolution, not by size: 1120 at its default.',
    },
    'f-profile-gemini-no-gif': { trap: 'Gemini takes no GIF.' },
    'f-profile-mistral': { trap: 'Mistral takes 8 images and fits to 1540 px.' },
    'f-profile-bedrock': { trap: 'Bedrock takes 3.75 MB and 8000 px.' },
    'f-profile-xai': { trap: 'xAI takes jpeg and png only.' },
    'f-profile-ollama': { trap: 'Ollama takes data URLs only and no GIF.' },
    'f-profile-common': {
      trap: 'The common profile is png and jpeg, 3.75 MB and 2000 px; how many images is learnt from a refusal.',
    },
    'f-profile-coordinates': {
      trap: 'Shown and original size give the factor that maps coordinates back.',
    },
  }),
] as const;
