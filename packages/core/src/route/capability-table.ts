// Which names of models see, hear, draw and speak, as data: held by a test against the lists of models that providers publish.
// A rule is for names that are known. It is no guess at later ones: a name that no rule covers takes text.
import type { ReservedCapability } from './capability.ts';

export interface CapabilityRule {
  readonly model: RegExp;
  readonly capabilities: readonly ReservedCapability[];
}

const vision = ['vision-input'] as const;
const visionAndSound = ['vision-input', 'audio-input'] as const;

export interface CapabilityTable {
  /** The day of the lists that it was last held against. */
  readonly asOf: string;
  /** First match wins. */
  readonly rules: readonly CapabilityRule[];
}

export const capabilityTable: CapabilityTable = {
  asOf: '2026-11-02',
  rules: [
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
    { model: /voxtral/, capabilities: ['audio-input'] },
    // One provider offers fewer of its senses than its maker does.
    { model: /fireworks\/models\/minimax-m3$|^xiaomimimo\/mimo-v2\.5$/, capabilities: [] },
    {
      model:
        /gpt-(4o|4\.1|4\.5|4-turbo|5|[6-9])|chatgpt-4o|(^|\/)(chat|gpt-[a-z-]+)-latest|(^|\/)o[134]([:-]|$)|codex|computer-use/,
      capabilities: vision,
    },
    { model: /claude-(instant|2)/, capabilities: [] },
    { model: /claude/, capabilities: vision },
    { model: /gemini/, capabilities: visionAndSound },
    { model: /gemma-?4-?(e2b|e4b|12b)/, capabilities: visionAndSound },
    // The smallest of its family reads only.
    { model: /gemma-?3[:-](1b|270m)/, capabilities: [] },
    { model: /gemma-?[34]|diffusiongemma|^deep-research-/, capabilities: vision },
    {
      model:
        /pixtral|mistral-(small(-3|-latest|-2506|-26|$)|medium|large-(3|4|latest|25))|ministral-(3|14b|8b(-2512|-latest))|mistral\/ministral-8b|magistral|devstral-small-2512|leanstral/,
      capabilities: vision,
    },
    { model: /grok-(4|5|vision|2-vision|build|latest)/, capabilities: vision },
    { model: /qwen-?3\.7-max|qwen-?3\.8-2\.4t/, capabilities: [] },
    { model: /qwen[\d.]*-?(vl|omni)|qvq|qwen-?3\.[5-8]/, capabilities: vision },
    { model: /deepseek-(v4\.1-)?flash|deepseek-v4-flash-vision/, capabilities: vision },
    {
      model: /kimi-(k2\.[5-7]|k3|vl|latest|fast-latest|for-coding)|^k3([.-]|$)/,
      capabilities: vision,
    },
    { model: /minimax-m3|mimo-v2\.(5$|6)|glm-(5[.-]3-flash|flash-latest)/, capabilities: vision },
    {
      model: /muse-(spark|wonder|glimmer)|step-(3\.7|5)|(^|\/)seed-(1\.[68]|2)/,
      capabilities: vision,
    },
    {
      model:
        /llama-?v?3[.-]2.*(vision|11b|90b)|llava|bakllava|moondream|minicpm-v|internvl|llama-?4|glm-[\d.]+v|phi-?[34][\d.]*-(vision|multimodal)|smolvlm|granite.*vision|nova-(2-)?(lite|pro|premier)/,
      capabilities: vision,
    },
    {
      model:
        /nemotron.*-(vl|omni)|nvidia\.nemotron-nano-12b-v2|cosmos-reason|command-a-plus|ling-3\.0-flash-vl|longcat-2\.5|(^|\/)(ember-1|inkling|mai-code-1|fugu-|(sakana-)?namazu|particle-1|perceptron-mk|reka-edge|pareto-2|glimpse$|dots-3-|nex-n2\.5|ternary-bonsai-2|interfaze-)/,
      capabilities: vision,
    },
    // Families that read text and are often taken for relatives that see; those stand above.
    {
      model:
        /deepseek(?!.*(vl|ocr|janus))|llama-?v?[123]([.:-]|$)|code-?llama|kimi-k2(?!\.[5-9])|qwen.*coder|qwq|qwen-?(1\.5|2(\.5)?)-\d|qwen-?3-(\d|max|next)|qwen-plus$/,
      capabilities: [],
    },
    {
      model:
        /codestral|mixtral|mathstral|devstral|open-mistral|mistral-(7b|nemo|tiny|saba|large-24|small-24)|ministral-[38]b|grok-(code|voice|[123]|beta)/,
      capabilities: [],
    },
    {
      model:
        /glm-([1-4](\.\d)?|5([.-][0-3])?)(-(air|airx|flash|flashx|long|plus|x|turbo|fast|highspeed|prime|spot))?(:|$)|glm-(fast-)?latest|command-(?!.*vision)|gemma-?[12]([:-]|$)|phi-?[34]([.:-]|$)|nova-micro|titan-text|jamba|starcoder/,
      capabilities: [],
    },
    {
      model:
        /nemotron(?!.*vl)|(^|[/:])yi-(?!.*vl)|minimax-(m[12]|latest)|mimo-v2\.5-pro|step-3\.5|hermes-?[1-4]|granite(?!.*vision)|olmo|falcon-?\d|wizardlm|vicuna|zephyr|solar-/,
      capabilities: [],
    },
    {
      model:
        /palmyra-x|(^|\/)(ling-(2|3\.[01]-flash)|ring-2|hy[34]|aion-|mercury-|lfm-?2|longcat-2\.0|laguna-|north-mini|relace-|beam|flint|xing4|toast-1)/,
      capabilities: [],
    },
  ],
};
