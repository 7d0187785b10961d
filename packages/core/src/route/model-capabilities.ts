// What a model can take: the user's configuration, then the provider's metadata, then a table of names that the caller
// can put rules in front of. An unknown name takes text only: pixels that nobody promised to see are lost in silence.
import type { ReservedCapability } from './capability.ts';

export interface CapabilitySources {
  readonly configured?: readonly string[] | undefined;
  readonly metadata?: readonly string[] | undefined;
  readonly rules?: readonly CapabilityRule[] | undefined;
}

export interface CapabilityRule {
  readonly model: RegExp;
  readonly capabilities: readonly ReservedCapability[];
}

export interface KnownCapabilities {
  readonly capabilities: readonly string[];
  readonly knownFrom: 'configuration' | 'metadata' | 'name' | 'nothing';
}

const vision = ['vision-input'] as const;
const visionAndSound = ['vision-input', 'audio-input'] as const;

/** First match wins. */
const capabilityRules: readonly CapabilityRule[] = [
  // Those that draw or speak themselves stand first: their names hold those of relatives that do not.
  { model: /gemini.*image|nano-banana/, capabilities: ['vision-input', 'image-output'] },
  {
    model:
      /gpt-image|chatgpt-image|dall-e|(^|\/)imagen|grok.*(image|imagine)|(^|[/-])flux|stable-?diffusion|(^|\/)(sdxl|sd3|sd-)|qwen-?image|z-image|seedream|hidream|ideogram|recraft/,
    capabilities: ['image-output'],
  },
  {
    model: /(^|[/-])tts(-|$)|-tts|kokoro|(^|\/)(piper|orpheus|bark|xtts|chatterbox)/,
    capabilities: ['audio-output'],
  },
  {
    model:
      /gpt-3\.5|(^|\/)gpt-4(-\d{4}|-32k.*)?$|o1-(mini|preview)|o3-mini|gpt-oss|text-davinci|embedding|whisper/,
    capabilities: [],
  },
  { model: /gpt-audio|gpt-4o-audio|gpt-realtime/, capabilities: ['audio-input', 'audio-output'] },
  {
    model: /gpt-(4o|4\.1|4\.5|4-turbo|5|[6-9])|chatgpt-4o|(^|\/)o[134](-|$)|codex|computer-use/,
    capabilities: vision,
  },
  { model: /claude-(instant|2)/, capabilities: [] },
  { model: /claude/, capabilities: vision },
  { model: /gemini/, capabilities: visionAndSound },
  { model: /gemma-?4-?(e2b|e4b|12b)/, capabilities: visionAndSound },
  // The smallest of its family reads only.
  { model: /gemma-?3[:-](1b|270m)/, capabilities: [] },
  { model: /gemma-?[34]/, capabilities: vision },
  {
    model:
      /pixtral|mistral-(small-3|small-latest|medium|large-(3|latest)|large-25)|ministral-3|magistral/,
    capabilities: vision,
  },
  { model: /grok-(4|5|vision|2-vision)/, capabilities: vision },
  { model: /qwen[\d.]*-?(vl|omni)|qvq|qwen3\.[56]/, capabilities: vision },
  {
    model:
      /llama-?3[.-]2.*(vision|11b|90b)|llava|bakllava|moondream|minicpm-v|internvl|llama-?4|glm-[\d.]+v|phi-?[34][\d.]*-(vision|multimodal)|smolvlm|granite.*vision|nova-(lite|pro|premier)/,
    capabilities: vision,
  },
  // Families that read text and are often taken for relatives that see; those stand above.
  {
    model:
      /deepseek(?!.*(vl|ocr|janus))|llama-?[123]([.:-]|$)|code-?llama|kimi-k2(?!\.[5-9])|qwen.*coder|qwq|qwen(1\.5|2(\.5)?)-\d|qwen3-\d/,
    capabilities: [],
  },
  {
    model:
      /codestral|mixtral|mathstral|devstral|open-mistral|mistral-(7b|nemo|tiny|large-24|small-24)|ministral-[38]b|grok-(code|[123]|beta)/,
    capabilities: [],
  },
  {
    model:
      /glm-[\d.]+(-(air|airx|flash|flashx|long|plus|x))?$|command-(?!.*vision)|gemma-?[12]([:-]|$)|phi-?[34]([.:-]|$)|nova-micro|titan-text|jamba|starcoder/,
    capabilities: [],
  },
  {
    model:
      /nemotron(?!.*vl)|(^|[/:])yi-(?!.*vl)|minimax-m[12]|hermes-?[1-4]|granite(?!.*vision)|olmo|falcon-?\d|wizardlm|vicuna|zephyr|solar-/,
    capabilities: [],
  },
];

export function modelCapabilities(
  model: string,
  sources: CapabilitySources = {},
): KnownCapabilities {
  if (sources.configured) return { capabilities: sources.configured, knownFrom: 'configuration' };
  if (sources.metadata) return { capabilities: sources.metadata, knownFrom: 'metadata' };
  const name = model.toLowerCase();
  const rule = [...(sources.rules ?? []), ...capabilityRules].find((candidate) =>
    candidate.model.test(name),
  );
  if (rule) return { capabilities: rule.capabilities, knownFrom: 'name' };
  return { capabilities: [], knownFrom: 'nothing' };
}
