// Models that providers publish, with those that take pictures apart from those that read text: facts that the table of names is
// held against. Taken on 2026-11-02 from the lists that the catalogue of @earendil-works/pi-ai 1.5.0 (MIT) gathers.
export interface PublishedList {
  readonly sees: string;
  readonly reads: string;
}

export const publishedOn = '2026-11-02';

export const published: Readonly<Record<string, PublishedList>> = {
  'amazon-bedrock': {
    sees: `amazon.nova-2-lite-v1:0 amazon.nova-lite-v1:0 amazon.nova-pro-v1:0 anthropic.claude-fable-5 anthropic.claude-fable-5-1
anthropic.claude-haiku-4-5-20251001-v1:0 anthropic.claude-haiku-5-5 anthropic.claude-opus-4-1-20250805-v1:0
anthropic.claude-opus-4-5-20251101-v1:0 anthropic.claude-opus-4-6-v1 anthropic.claude-opus-4-7
anthropic.claude-opus-4-8 anthropic.claude-opus-5-5 anthropic.claude-sonnet-4-5-20250929-v1:0
anthropic.claude-sonnet-4-6 anthropic.claude-sonnet-5 anthropic.claude-sonnet-5-5 apac.amazon.nova-lite-v1:0
apac.amazon.nova-pro-v1:0 apac.anthropic.claude-sonnet-4-20250514-v1:0 au.anthropic.claude-haiku-4-5-20251001-v1:0
au.anthropic.claude-haiku-5-5 au.anthropic.claude-opus-4-6-v1 au.anthropic.claude-opus-4-7
au.anthropic.claude-opus-4-8 au.anthropic.claude-opus-5 au.anthropic.claude-opus-5-5
au.anthropic.claude-sonnet-4-5-20250929-v1:0 au.anthropic.claude-sonnet-4-6 au.anthropic.claude-sonnet-5
au.anthropic.claude-sonnet-5-5 ca.amazon.nova-lite-v1:0 eu.amazon.nova-2-lite-v1:0 eu.amazon.nova-lite-v1:0
eu.amazon.nova-pro-v1:0 eu.anthropic.claude-fable-5 eu.anthropic.claude-haiku-4-5-20251001-v1:0
eu.anthropic.claude-haiku-5-5 eu.anthropic.claude-opus-4-5-20251101-v1:0 eu.anthropic.claude-opus-4-6-v1
eu.anthropic.claude-opus-4-7 eu.anthropic.claude-opus-4-8 eu.anthropic.claude-opus-5 eu.anthropic.claude-opus-5-5
eu.anthropic.claude-sonnet-4-20250514-v1:0 eu.anthropic.claude-sonnet-4-5-20250929-v1:0 eu.anthropic.claude-sonnet-4-6
eu.anthropic.claude-sonnet-5 eu.anthropic.claude-sonnet-5-5 eu.mistral.pixtral-large-2502-v1:0
global.amazon.nova-2-lite-v1:0 global.anthropic.claude-fable-5 global.anthropic.claude-fable-5-1
global.anthropic.claude-haiku-4-5-20251001-v1:0 global.anthropic.claude-haiku-5-5
global.anthropic.claude-opus-4-5-20251101-v1:0 global.anthropic.claude-opus-4-6-v1 global.anthropic.claude-opus-4-7
global.anthropic.claude-opus-4-8 global.anthropic.claude-opus-5 global.anthropic.claude-opus-5-5
global.anthropic.claude-sonnet-4-20250514-v1:0 global.anthropic.claude-sonnet-4-5-20250929-v1:0
global.anthropic.claude-sonnet-4-6 global.anthropic.claude-sonnet-5 global.anthropic.claude-sonnet-5-5
global.moonshotai.kimi-k3 global.openai.gpt-5.6-luna global.openai.gpt-5.6-sol global.openai.gpt-5.6-terra
global.openai.gpt-6-astra global.openai.gpt-6-luna global.openai.gpt-6-sol global.openai.gpt-6.1-sol
global.openai.gpt-6.1-terra global.xai.grok-4.6 global.xai.grok-4.7 google.gemma-4-26b-a4b google.gemma-4-31b
google.gemma-4-e2b in.anthropic.claude-haiku-4-5-20251001-v1:0 in.anthropic.claude-opus-5 in.anthropic.claude-sonnet-5
in.openai.gpt-5.6-luna in.openai.gpt-5.6-terra jp.amazon.nova-2-lite-v1:0 jp.anthropic.claude-haiku-4-5-20251001-v1:0
jp.anthropic.claude-haiku-5-5 jp.anthropic.claude-opus-4-7 jp.anthropic.claude-opus-4-8 jp.anthropic.claude-opus-5
jp.anthropic.claude-opus-5-5 jp.anthropic.claude-sonnet-4-5-20250929-v1:0 jp.anthropic.claude-sonnet-4-6
jp.anthropic.claude-sonnet-5 meta.llama4-maverick-17b-instruct-v1:0 meta.llama4-scout-17b-instruct-v1:0
mistral.magistral-small-2509 mistral.ministral-3-14b-instruct mistral.ministral-3-3b-instruct
mistral.ministral-3-8b-instruct mistral.mistral-large-3-675b-instruct mistral.pixtral-large-2502-v1:0
moonshotai.kimi-k2.5 nvidia.nemotron-nano-12b-v2 openai.gpt-5.4 openai.gpt-5.5 openai.gpt-5.6-luna openai.gpt-5.6-sol
openai.gpt-5.6-terra openai.gpt-6-astra openai.gpt-6-luna openai.gpt-6-sol openai.gpt-6.1-sol openai.gpt-6.1-terra
qwen.qwen3-vl-235b-a22b us.amazon.nova-2-lite-v1:0 us.amazon.nova-lite-v1:0 us.amazon.nova-premier-v1:0
us.amazon.nova-pro-v1:0 us.anthropic.claude-fable-5 us.anthropic.claude-fable-5-1
us.anthropic.claude-haiku-4-5-20251001-v1:0 us.anthropic.claude-haiku-5-5 us.anthropic.claude-opus-4-1-20250805-v1:0
us.anthropic.claude-opus-4-5-20251101-v1:0 us.anthropic.claude-opus-4-6-v1 us.anthropic.claude-opus-4-7
us.anthropic.claude-opus-4-8 us.anthropic.claude-opus-5 us.anthropic.claude-opus-5-5
us.anthropic.claude-sonnet-4-20250514-v1:0 us.anthropic.claude-sonnet-4-5-20250929-v1:0 us.anthropic.claude-sonnet-4-6
us.anthropic.claude-sonnet-5 us.anthropic.claude-sonnet-5-5 us.meta.llama4-maverick-17b-instruct-v1:0
us.meta.llama4-scout-17b-instruct-v1:0 us.mistral.pixtral-large-2502-v1:0 us.moonshotai.kimi-k3 us.openai.gpt-5.6-luna
us.openai.gpt-5.6-sol us.openai.gpt-5.6-terra us.openai.gpt-6-astra us.openai.gpt-6-luna us.openai.gpt-6-sol
us.openai.gpt-6.1-sol us.openai.gpt-6.1-terra us.xai.grok-4.6 us.xai.grok-4.7 xai.grok-4.3 xai.grok-4.6`,
    reads: `amazon.nova-micro-v1:0 apac.amazon.nova-micro-v1:0 deepseek.v3-v1:0 deepseek.v3.2 eu.amazon.nova-micro-v1:0
global.zai.glm-5.3 meta.llama3-1-70b-instruct-v1:0 meta.llama3-1-8b-instruct-v1:0 meta.llama3-3-70b-instruct-v1:0
minimax.minimax-m2 minimax.minimax-m2.1 minimax.minimax-m2.5 mistral.devstral-2-123b mistral.voxtral-mini-3b-2507
mistral.voxtral-small-24b-2507 moonshot.kimi-k2-thinking nvidia.nemotron-nano-3-30b nvidia.nemotron-nano-9b-v2
nvidia.nemotron-super-3-120b openai.gpt-oss-120b openai.gpt-oss-120b-1:0 openai.gpt-oss-20b openai.gpt-oss-20b-1:0
openai.gpt-oss-safeguard-120b openai.gpt-oss-safeguard-20b qwen.qwen3-235b-a22b-2507-v1:0 qwen.qwen3-32b-v1:0
qwen.qwen3-coder-30b-a3b-v1:0 qwen.qwen3-coder-480b-a35b-v1:0 qwen.qwen3-coder-next qwen.qwen3-next-80b-a3b
us-gov.openai.gpt-oss-120b-1:0 us-gov.openai.gpt-oss-20b-1:0 us.amazon.nova-micro-v1:0
us.meta.llama3-1-70b-instruct-v1:0 us.meta.llama3-1-8b-instruct-v1:0 us.meta.llama3-3-70b-instruct-v1:0
us.writer.palmyra-x4-v1:0 us.writer.palmyra-x5-v1:0 us.zai.glm-5.3 writer.palmyra-x4-v1:0 writer.palmyra-x5-v1:0
zai.glm-4.7 zai.glm-4.7-flash zai.glm-5`,
  },
  'ant-ling': {
    sees: ``,
    reads: `Ling-2.6-1T Ling-2.6-flash Ring-2.6-1T`,
  },
  anthropic: {
    sees: `claude-fable-5 claude-fable-5-1 claude-haiku-4-5 claude-haiku-4-5-20251001 claude-haiku-5-5 claude-opus-4-5
claude-opus-4-5-20251101 claude-opus-4-6 claude-opus-4-7 claude-opus-4-8 claude-opus-5 claude-opus-5-5
claude-sonnet-4-5 claude-sonnet-4-5-20250929 claude-sonnet-4-6 claude-sonnet-5 claude-sonnet-5-5`,
    reads: ``,
  },
  azure: {
    sees: `chat-latest gpt-4-turbo gpt-4.1 gpt-4.1-mini gpt-4.1-nano gpt-4o gpt-4o-2024-05-13 gpt-4o-2024-08-06 gpt-4o-2024-11-20
gpt-4o-mini gpt-5 gpt-5-chat-latest gpt-5-mini gpt-5-nano gpt-5-pro gpt-5.1 gpt-5.2 gpt-5.2-pro gpt-5.3-codex
gpt-5.3-codex-spark gpt-5.4 gpt-5.4-mini gpt-5.4-nano gpt-5.4-pro gpt-5.5 gpt-5.5-pro gpt-5.6-cyber gpt-5.6-luna
gpt-5.6-sol gpt-5.6-terra gpt-6-astra gpt-6-luna gpt-6-sol gpt-6.1-sol gpt-6.1-terra gpt-daybreak-blue-latest
gpt-daybreak-red-latest o1 o1-pro o3 o3-pro o4-mini`,
    reads: `deepseek-v4-pro gpt-4 o3-mini`,
  },
  baseten: {
    sees: `deepseek-ai/DeepSeek-V4.1-Flash deepseek-ai/DeepSeek-V4.1-Flash-1017 deepseek-ai/DeepSeek-V4.1-Flash-1017-Fast
deepseek-ai/DeepSeek-V4.1-Flash-Fast moonshotai/Kimi-K3 zai-org/GLM-5.3 zai-org/GLM-5.3-Fast zai-org/GLM-5.3-Flash`,
    reads: `deepseek-ai/DeepSeek-V4-Flash-0731 deepseek-ai/DeepSeek-V4-Pro-0813 nvidia/NVIDIA-Nemotron-3-Ultra-550B-A55B
openai/gpt-oss-120b zai-org/GLM-5.2 zai-org/GLM-5.2-Fast`,
  },
  cerebras: {
    sees: `qwen-3.8-27b`,
    reads: `gpt-oss-120b`,
  },
  'cloudflare-workers-ai': {
    sees: `@cf/deepseek-ai/deepseek-v4.1-flash-1017 @cf/google/gemma-4-26b-a4b-it @cf/meta/llama-4-scout-17b-16e-instruct
@cf/mistralai/mistral-small-3.1-24b-instruct @cf/moonshotai/kimi-k2.6 @cf/moonshotai/kimi-k2.7-code
@cf/qwen/qwen3.8-27b @cf/zai-org/glm-5.3-flash`,
    reads: `@cf/deepseek-ai/deepseek-v4-flash-0731 @cf/deepseek-ai/deepseek-v4-pro-0813 @cf/ibm-granite/granite-4.0-h-micro
@cf/meta/llama-3.3-70b-instruct-fp8-fast @cf/nvidia/nemotron-3-120b-a12b @cf/openai/gpt-oss-120b
@cf/openai/gpt-oss-20b @cf/qwen/qwen3-30b-a3b-fp8 @cf/zai-org/glm-4.7-flash @cf/zai-org/glm-5.2 @cf/zai-org/glm-5.3`,
  },
  deepseek: {
    sees: `deepseek-flash`,
    reads: `deepseek-v4-pro`,
  },
  fireworks: {
    sees: `accounts/fireworks/models/deepseek-v4p1-flash accounts/fireworks/models/deepseek-v4p1-flash-1017
accounts/fireworks/models/ember-1 accounts/fireworks/models/glm-5p3-flash accounts/fireworks/models/inkling
accounts/fireworks/models/kimi-k3 accounts/fireworks/models/minimax-m3p1-flash
accounts/fireworks/models/muse-spark-open accounts/fireworks/models/qwen3p8-max
accounts/fireworks/routers/deepseek-flash-latest accounts/fireworks/routers/deepseek-v4p1-flash-1017-spot
accounts/fireworks/routers/deepseek-v4p1-flash-spot accounts/fireworks/routers/glm-flash-latest
accounts/fireworks/routers/kimi-fast-latest accounts/fireworks/routers/kimi-k3-fast
accounts/fireworks/routers/kimi-k3-spot accounts/fireworks/routers/kimi-latest
accounts/fireworks/routers/qwen-max-latest`,
    reads: `accounts/fireworks/models/glm-5p3 accounts/fireworks/models/gpt-oss-120b accounts/fireworks/models/minimax-m3
accounts/fireworks/models/nemotron-3-ultra-nvfp4 accounts/fireworks/models/nemotron-lightning-3p5-30b-a3b
accounts/fireworks/models/qwen3p8-2p4t-a95b accounts/fireworks/routers/glm-5p3-fast
accounts/fireworks/routers/glm-5p3-spot accounts/fireworks/routers/glm-fast-latest
accounts/fireworks/routers/glm-latest accounts/fireworks/routers/minimax-latest`,
  },
  'github-copilot': {
    sees: `claude-fable-5 claude-fable-5.1 claude-haiku-4.5 claude-haiku-5.5 claude-opus-4.8 claude-opus-5 claude-opus-5.5
claude-sonnet-4.6 claude-sonnet-5 claude-sonnet-5.5 gemini-3.8-flash gemini-4-argon gpt-5.3-codex gpt-5.4-nano
gpt-5.6-luna gpt-5.6-sol gpt-5.6-terra gpt-6-astra gpt-6-luna gpt-6-sol gpt-6.1-sol gpt-6.1-terra grok-4.5 grok-4.6
grok-4.7 kimi-k3 mai-code-1.1-flash`,
    reads: ``,
  },
  google: {
    sees: `deep-research-max-preview-04-2026 deep-research-preview-04-2026 gemini-2.5-computer-use-preview-10-2025
gemini-2.5-flash gemini-2.5-flash-lite gemini-2.5-pro gemini-3-flash-preview gemini-3.1-flash-lite
gemini-3.1-flash-lite-preview gemini-3.1-pro-preview gemini-3.1-pro-preview-customtools gemini-3.5-flash
gemini-3.5-flash-lite gemini-3.6-flash gemini-3.7-flash gemini-3.8-flash gemini-4-argon gemini-flash-latest
gemini-flash-lite-latest gemini-pro-latest gemini-robotics-er-2-preview gemma-4-26b-a4b-it gemma-4-31b-it`,
    reads: ``,
  },
  groq: {
    sees: `qwen/qwen3.6-27b qwen/qwen3.8-27b`,
    reads: `llama-3.1-8b-instant llama-3.3-70b-versatile openai/gpt-oss-120b openai/gpt-oss-20b openai/gpt-oss-safeguard-20b`,
  },
  huggingface: {
    sees: `MiniMaxAI/MiniMax-M3 MiniMaxAI/MiniMax-M3.1-Flash Qwen/Qwen3-VL-235B-A22B-Instruct Qwen/Qwen3-VL-235B-A22B-Thinking
Qwen/Qwen3-VL-30B-A3B-Instruct Qwen/Qwen3.5-122B-A10B Qwen/Qwen3.5-27B Qwen/Qwen3.5-35B-A3B Qwen/Qwen3.5-397B-A17B
Qwen/Qwen3.5-9B Qwen/Qwen3.6-27B Qwen/Qwen3.6-35B-A3B Qwen/Qwen3.8-27B deepseek-ai/DeepSeek-V4-Flash-Vision-Exp
deepseek-ai/DeepSeek-V4.1-Flash deepseek-ai/DeepSeek-V4.1-Flash-1017 google/gemma-3-12b-it google/gemma-3-27b-it
google/gemma-3-4b-it google/gemma-4-26B-A4B-it google/gemma-4-31B-it moonshotai/Kimi-K2.5 moonshotai/Kimi-K2.6
moonshotai/Kimi-K2.7-Code moonshotai/Kimi-K3 stepfun-ai/Step-3.7-Flash thinkingmachines/Inkling
thinkingmachines/Inkling-Small zai-org/GLM-4.5V zai-org/GLM-4.6V-Flash zai-org/GLM-5.3-Flash`,
    reads: `MiniMaxAI/MiniMax-M1-80k MiniMaxAI/MiniMax-M2 MiniMaxAI/MiniMax-M2.1 MiniMaxAI/MiniMax-M2.5 MiniMaxAI/MiniMax-M2.7
Qwen/Qwen2.5-Coder-32B-Instruct Qwen/Qwen3-235B-A22B Qwen/Qwen3-235B-A22B-Instruct-2507
Qwen/Qwen3-235B-A22B-Thinking-2507 Qwen/Qwen3-30B-A3B Qwen/Qwen3-32B Qwen/Qwen3-8B Qwen/Qwen3-Coder-30B-A3B-Instruct
Qwen/Qwen3-Coder-480B-A35B-Instruct Qwen/Qwen3-Coder-Next Qwen/Qwen3-Next-80B-A3B-Instruct Qwen/Qwen3.8-2.4T-A95B
XiaomiMiMo/MiMo-V2.5 XiaomiMiMo/MiMo-V2.5-Pro deepseek-ai/DeepSeek-R1 deepseek-ai/DeepSeek-R1-0528
deepseek-ai/DeepSeek-V3 deepseek-ai/DeepSeek-V3-0324 deepseek-ai/DeepSeek-V3.1 deepseek-ai/DeepSeek-V3.2
deepseek-ai/DeepSeek-V4-Flash deepseek-ai/DeepSeek-V4-Flash-0731 deepseek-ai/DeepSeek-V4-Pro
deepseek-ai/DeepSeek-V4-Pro-0813 meta-llama/Llama-3.1-8B-Instruct meta-llama/Llama-3.3-70B-Instruct
moonshotai/Kimi-K2-Instruct moonshotai/Kimi-K2-Instruct-0905 moonshotai/Kimi-K2-Thinking openai/gpt-oss-120b
openai/gpt-oss-20b stepfun-ai/Step-3.5-Flash tencent/Hy3 tencent/Hy4-preview zai-org/GLM-4.5-Air zai-org/GLM-4.6
zai-org/GLM-4.7 zai-org/GLM-4.7-Flash zai-org/GLM-5 zai-org/GLM-5.1 zai-org/GLM-5.2 zai-org/GLM-5.3`,
  },
  'kimi-coding': {
    sees: `k3 k3-256k k3.1-pro k3.1-pro-highspeed kimi-for-coding kimi-for-coding-highspeed`,
    reads: ``,
  },
  meta: {
    sees: `muse-spark-1.1 muse-spark-1.2 muse-spark-1.2-contributor muse-spark-1.3 muse-spark-1.3-contributor muse-wonder-1.0`,
    reads: ``,
  },
  minimax: {
    sees: `MiniMax-M3 MiniMax-M3.1-Flash`,
    reads: `MiniMax-M2.7 MiniMax-M2.7-highspeed`,
  },
  mistral: {
    sees: `labs-devstral-small-2512 labs-leanstral-1-5-1 magistral-medium-latest ministral-14b-2512 ministral-3b-2512
ministral-3b-latest ministral-8b-2512 ministral-8b-latest mistral-large-2512 mistral-large-4 mistral-large-4-0-8
mistral-large-latest mistral-medium-2505 mistral-medium-2508 mistral-medium-2604 mistral-medium-3.5
mistral-medium-latest mistral-small-2506 mistral-small-2603 mistral-small-latest pixtral-12b zai-glm-5-3-flash`,
    reads: `codestral-2508 codestral-latest deepseek-v4-1-flash-1017 devstral-2512 devstral-latest devstral-medium-latest glm-5-2
open-mistral-nemo voxtral-small-2507 voxtral-small-latest zai-glm-5-2 zai-glm-5-3`,
  },
  moonshotai: {
    sees: `kimi-k2.6 kimi-k2.7-code kimi-k2.7-code-highspeed kimi-k3 kimi-k3.1-pro kimi-k3.1-pro-highspeed`,
    reads: ``,
  },
  nvidia: {
    sees: `deepseek-ai/deepseek-v4.1-flash google/diffusiongemma-26b-a4b-it google/gemma-3-12b-it google/gemma-3-4b-it
meta/llama-3.2-11b-vision-instruct meta/llama-3.2-90b-vision-instruct meta/muse-glimmer-30b
minimaxai/minimax-m3.1-flash moonshotai/kimi-k2.6 nvidia/cosmos-reason2-8b
nvidia/nemotron-3-nano-omni-30b-a3b-reasoning nvidia/nemotron-3.5-super-vl-120b-a12b stepfun-ai/step-5-preview
z-ai/glm-5.3-flash`,
    reads: `mistralai/mistral-7b-instruct-v0.3 nvidia/llama-3.1-nemotron-70b-instruct nvidia/llama-3.1-nemotron-ultra-253b-v1
nvidia/nemotron-3-ultra-550b-a55b nvidia/nemotron-3.5-lightning-30b-a3b openai/gpt-oss-20b poolside/laguna-xs-2.1`,
  },
  openai: {
    sees: `chat-latest gpt-4-turbo gpt-4.1 gpt-4.1-mini gpt-4.1-nano gpt-4o gpt-4o-2024-05-13 gpt-4o-2024-08-06 gpt-4o-2024-11-20
gpt-4o-mini gpt-5 gpt-5-chat-latest gpt-5-mini gpt-5-nano gpt-5-pro gpt-5.1 gpt-5.2 gpt-5.2-pro gpt-5.3-codex
gpt-5.3-codex-spark gpt-5.4 gpt-5.4-mini gpt-5.4-nano gpt-5.4-pro gpt-5.5 gpt-5.5-pro gpt-5.6-cyber gpt-5.6-luna
gpt-5.6-sol gpt-5.6-terra gpt-6-astra gpt-6-luna gpt-6-sol gpt-6.1-sol gpt-6.1-terra gpt-daybreak-blue-latest
gpt-daybreak-red-latest o1 o1-pro o3 o3-pro o4-mini`,
    reads: `gpt-4 o3-mini`,
  },
  openrouter: {
    sees: `amazon/nova-2-lite-v1 amazon/nova-lite-v1 amazon/nova-premier-v1 amazon/nova-pro-v1 anthropic/claude-fable-5
anthropic/claude-fable-5.1 anthropic/claude-fable-5.1:batch anthropic/claude-fable-5:batch anthropic/claude-haiku-4.5
anthropic/claude-haiku-4.5:batch anthropic/claude-haiku-5.5 anthropic/claude-haiku-5.5:batch anthropic/claude-opus-4.1
anthropic/claude-opus-4.1:batch anthropic/claude-opus-4.5 anthropic/claude-opus-4.5:batch anthropic/claude-opus-4.6
anthropic/claude-opus-4.6:batch anthropic/claude-opus-4.7 anthropic/claude-opus-4.7:batch anthropic/claude-opus-4.8
anthropic/claude-opus-4.8:batch anthropic/claude-opus-5 anthropic/claude-opus-5.5 anthropic/claude-opus-5.5:batch
anthropic/claude-opus-5:batch anthropic/claude-sonnet-4.5 anthropic/claude-sonnet-4.5:batch
anthropic/claude-sonnet-4.6 anthropic/claude-sonnet-4.6:batch anthropic/claude-sonnet-5 anthropic/claude-sonnet-5.5
anthropic/claude-sonnet-5.5:batch anthropic/claude-sonnet-5:batch auto bytedance-seed/seed-1.6
bytedance-seed/seed-1.6-flash bytedance-seed/seed-2-1-turbo bytedance-seed/seed-2.0-code bytedance-seed/seed-2.0-lite
bytedance-seed/seed-2.0-mini cohere/command-a-plus deepseek/deepseek-v4-flash-vision-exp deepseek/deepseek-v4.1-flash
deepseek/deepseek-v4.1-flash-1017 deepseek/deepseek-v4.1-flash:batch dots-studio/dots-3-note-preview:free
elorian/glimpse fireworks/ember-1 google/gemini-2.5-flash google/gemini-2.5-flash-lite google/gemini-2.5-pro
google/gemini-2.5-pro-preview google/gemini-3-flash-preview google/gemini-3-flash-preview:batch
google/gemini-3-pro-image google/gemini-3.1-flash-lite google/gemini-3.1-flash-lite-preview
google/gemini-3.1-flash-lite:batch google/gemini-3.1-pro-preview google/gemini-3.1-pro-preview-customtools
google/gemini-3.1-pro-preview:batch google/gemini-3.5-flash google/gemini-3.5-flash-lite
google/gemini-3.5-flash-lite:batch google/gemini-3.5-flash:batch google/gemini-3.6-flash google/gemini-3.6-flash:batch
google/gemini-3.7-flash google/gemini-3.7-flash:batch google/gemini-3.8-flash google/gemini-3.8-flash:batch
google/gemini-4-argon google/gemini-4-argon:batch google/gemini-nano-banana-2.1 google/gemma-3-12b-it
google/gemma-3-27b-it google/gemma-4-26b-a4b-it google/gemma-4-26b-a4b-it:free google/gemma-4-31b-it
google/gemma-4-31b-it:free inclusionai/ling-3.0-flash-vl meta-llama/llama-4-maverick meta-llama/llama-4-scout
meta/muse-glimmer-30b meta/muse-spark-1.1 meta/muse-spark-1.2 meta/muse-spark-1.2-contributor meta/muse-spark-1.3
meta/muse-spark-1.3-contributor meta/muse-spark-open meta/muse-wonder minimax/minimax-m3 minimax/minimax-m3.1-flash
mistralai/ministral-14b-2512 mistralai/ministral-3b-2512 mistralai/ministral-8b-2512 mistralai/mistral-large-2512
mistralai/mistral-large-4-0 mistralai/mistral-medium-3 mistralai/mistral-medium-3-5 mistralai/mistral-medium-3-5:batch
mistralai/mistral-medium-3.1 mistralai/mistral-small-2603 mistralai/mistral-small-3.1-24b-instruct
mistralai/mistral-small-3.2-24b-instruct moonshotai/kimi-k2.5 moonshotai/kimi-k2.6 moonshotai/kimi-k2.7-code
moonshotai/kimi-k3 moonshotai/kimi-k3.1-pro moonshotai/kimi-k3:batch nex-agi/nex-n2.5-pro
nvidia/nemotron-3-nano-omni-30b-a3b-reasoning:free nvidia/nemotron-3.5-super-vl nvidia/nemotron-3.5-super-vl:free
openai/gpt-4-turbo:batch openai/gpt-4.1 openai/gpt-4.1-mini openai/gpt-4.1-mini:batch openai/gpt-4.1-nano
openai/gpt-4.1-nano:batch openai/gpt-4.1:batch openai/gpt-4o openai/gpt-4o-2024-05-13 openai/gpt-4o-2024-08-06
openai/gpt-4o-2024-11-20 openai/gpt-4o-mini openai/gpt-4o-mini-2024-07-18 openai/gpt-4o-mini:batch openai/gpt-4o:batch
openai/gpt-5 openai/gpt-5-mini openai/gpt-5-mini:batch openai/gpt-5-nano openai/gpt-5-nano:batch openai/gpt-5-pro
openai/gpt-5-pro:batch openai/gpt-5.1 openai/gpt-5.1-codex openai/gpt-5.1-codex-max openai/gpt-5.1-codex-mini
openai/gpt-5.1:batch openai/gpt-5.2 openai/gpt-5.2-chat openai/gpt-5.2-codex openai/gpt-5.2-pro
openai/gpt-5.2-pro:batch openai/gpt-5.2:batch openai/gpt-5.3-codex openai/gpt-5.4 openai/gpt-5.4-mini
openai/gpt-5.4-mini:batch openai/gpt-5.4-nano openai/gpt-5.4-nano:batch openai/gpt-5.4-pro openai/gpt-5.4-pro:batch
openai/gpt-5.4:batch openai/gpt-5.5 openai/gpt-5.5-pro openai/gpt-5.5-pro:batch openai/gpt-5.5:batch
openai/gpt-5.6-luna openai/gpt-5.6-luna-pro openai/gpt-5.6-luna-pro:batch openai/gpt-5.6-luna:batch openai/gpt-5.6-sol
openai/gpt-5.6-sol-pro openai/gpt-5.6-sol-pro:batch openai/gpt-5.6-sol:batch openai/gpt-5.6-terra
openai/gpt-5.6-terra-pro openai/gpt-5.6-terra-pro:batch openai/gpt-5.6-terra:batch openai/gpt-5:batch
openai/gpt-6-astra openai/gpt-6-astra-pro openai/gpt-6-astra-pro:batch openai/gpt-6-astra:batch openai/gpt-6-luna
openai/gpt-6-luna-pro openai/gpt-6-luna-pro:batch openai/gpt-6-luna:batch openai/gpt-6-sol openai/gpt-6-sol-pro
openai/gpt-6-sol-pro:batch openai/gpt-6-sol:batch openai/gpt-6.1-sol openai/gpt-6.1-sol-pro
openai/gpt-6.1-sol-pro:batch openai/gpt-6.1-sol:batch openai/gpt-6.1-terra openai/gpt-6.1-terra-pro
openai/gpt-6.1-terra-pro:batch openai/gpt-6.1-terra:batch openai/gpt-chat-latest openai/o3 openai/o3-pro
openai/o3:batch openai/o4-mini:batch openrouter/auto openrouter/auto-beta openrouter/free particle-ai/particle-1
perceptron/perceptron-mk1.5 prism-ml/ternary-bonsai-2-27b prism-ml/ternary-bonsai-2-9b
qwen/qwen3-vl-235b-a22b-instruct qwen/qwen3-vl-30b-a3b-instruct qwen/qwen3-vl-30b-a3b-thinking
qwen/qwen3-vl-8b-instruct qwen/qwen3.5-122b-a10b qwen/qwen3.5-27b qwen/qwen3.5-35b-a3b qwen/qwen3.5-397b-a17b
qwen/qwen3.5-9b qwen/qwen3.5-flash-02-23 qwen/qwen3.5-plus-02-15 qwen/qwen3.5-plus-20260420 qwen/qwen3.6-27b
qwen/qwen3.6-35b-a3b qwen/qwen3.6-flash qwen/qwen3.6-plus qwen/qwen3.7-flash qwen/qwen3.7-plus qwen/qwen3.7-plus:batch
qwen/qwen3.8-27b qwen/qwen3.8-flash qwen/qwen3.8-max-0902 qwen/qwen3.8-max-prime qwen/qwen3.8-omni-flash
rekaai/reka-edge sakana/fugu-max sakana/fugu-ultra sakana/fugu-ultra-v2 sakana/sakana-namazu stepfun/step-3.7-flash
stepfun/step-5-preview thinkingmachines/inkling thinkingmachines/inkling-small thinkingmachines/inkling-small:free
thinkingmachines/inkling:free typesafe/jev-router unbiased/pareto-26.10 unbiased/pareto-26.9 x-ai/grok-4.20
x-ai/grok-4.3 x-ai/grok-4.3:batch x-ai/grok-4.5 x-ai/grok-4.6 x-ai/grok-4.7 x-ai/grok-build-0.1 xiaomi/mimo-v2.5
xiaomi/mimo-v2.6-flash xiaomi/mimo-v2.6-pro xiaomi/mimo-v2.6-pro-ultraspeed z-ai/glm-4.5v z-ai/glm-4.6v
z-ai/glm-5.3-flash z-ai/glm-5.3-flash:batch z-ai/glm-5.3-flashx z-ai/glm-5v-turbo ~anthropic/claude-fable-latest
~anthropic/claude-haiku-latest ~anthropic/claude-opus-latest ~anthropic/claude-sonnet-latest
~deepseek/deepseek-flash-latest ~google/gemini-flash-latest ~google/gemini-pro-latest ~moonshotai/kimi-latest
~openai/gpt-astra-latest ~openai/gpt-luna-latest ~openai/gpt-mini-latest ~openai/gpt-sol-latest
~openai/gpt-terra-latest ~unbiased/pareto-latest ~x-ai/grok-latest ~z-ai/glm-flash-latest`,
    reads: `aion-labs/aion-2.0 aion-labs/aion-3.0 aion-labs/aion-3.0-mini aion-labs/aion-3.5 aion-labs/aion-3.5-mini
amazon/nova-micro-v1 cohere/command-r-08-2024 cohere/command-r-plus-08-2024 cohere/north-mini-code:free
deepseek/deepseek-chat deepseek/deepseek-chat-v3-0324 deepseek/deepseek-chat-v3.1 deepseek/deepseek-r1-0528
deepseek/deepseek-v3.1-terminus deepseek/deepseek-v3.2 deepseek/deepseek-v3.2-exp deepseek/deepseek-v4-flash
deepseek/deepseek-v4-flash-0731 deepseek/deepseek-v4-pro deepseek/deepseek-v4-pro-0813 ibm-granite/granite-4.2-8b
inception/mercury-2 inception/mercury-2.5 inception/mercury-3 inclusionai/ling-3.0-flash inclusionai/ling-3.1-flash
liquid/lfm-2.5-2.6b liquid/lfm-2.5-2.6b:free liquid/lfm-2.5-24b-a2b meituan/longcat-2.0
meta-llama/llama-3.1-70b-instruct meta-llama/llama-3.1-8b-instruct meta-llama/llama-3.3-70b-instruct
minimax/minimax-m1 minimax/minimax-m2 minimax/minimax-m2.1 minimax/minimax-m2.5 minimax/minimax-m2.7
mistralai/codestral-2508 mistralai/devstral-2512 mistralai/mistral-large mistralai/mistral-large-2407
mistralai/mistral-nemo mistralai/mistral-saba mistralai/mixtral-8x22b-instruct mistralai/voxtral-small-24b-2507
moonshotai/kimi-k2 moonshotai/kimi-k2-0905 moonshotai/kimi-k2-thinking nvidia/nemotron-3-nano-30b-a3b
nvidia/nemotron-3-super-120b-a12b nvidia/nemotron-3-ultra-550b-a55b nvidia/nemotron-3-ultra-550b-a55b:free
nvidia/nemotron-3.5-lightning nvidia/nemotron-3.5-lightning:free openai/gpt-3.5-turbo-0613 openai/gpt-3.5-turbo-16k
openai/gpt-4 openai/gpt-audio openai/gpt-audio-mini openai/gpt-oss-120b openai/gpt-oss-120b:batch openai/gpt-oss-20b
openai/gpt-oss-20b:batch openai/gpt-oss-safeguard-20b openai/o3-mini:batch openrouter/fusion openrouter/pareto-code
qwen/qwen-2.5-72b-instruct qwen/qwen-2.5-7b-instruct qwen/qwen-plus qwen/qwen3-14b qwen/qwen3-235b-a22b-2507
qwen/qwen3-235b-a22b-thinking-2507 qwen/qwen3-30b-a3b qwen/qwen3-30b-a3b-instruct-2507 qwen/qwen3-32b qwen/qwen3-coder
qwen/qwen3-coder-30b-a3b-instruct qwen/qwen3-coder-flash qwen/qwen3-coder-next qwen/qwen3-next-80b-a3b-instruct
qwen/qwen3.7-max qwen/qwen3.8-2.4t-a95b recursive/flint-v1.0:free reflection/beam-1.0-501b-a23b relace/relace-search
stepfun/step-3.5-flash tencent/hy3 tencent/hy3-preview tencent/hy4-preview upstage/solar-mini4 upstage/solar-pro4
xiaomi/mimo-v2.5-pro xingchen-agi/xing4.0-29b-a4b:free z-ai/glm-4.5 z-ai/glm-4.5-air z-ai/glm-4.6 z-ai/glm-4.7
z-ai/glm-4.7-flash z-ai/glm-5 z-ai/glm-5-turbo z-ai/glm-5.1 z-ai/glm-5.2 z-ai/glm-5.3 z-ai/glm-5.3-prime
z-ai/glm-5.3:batch ~deepseek/deepseek-pro-latest ~deepseek/deepseek-v4-flash-latest ~z-ai/glm-latest`,
  },
  together: {
    sees: `MiniMaxAI/MiniMax-M3 Qwen/Qwen3.5-9B deepseek-ai/DeepSeek-V4.1-Flash meta-models/Muse-Spark-Open-816B-A42B
moonshotai/Kimi-K3 nvidia/NVIDIA-Nemotron-3.5-Super-VL thinkingmachines/Inkling zai-org/GLM-5.3-Flash`,
    reads: `Qwen/Qwen3.6-Plus Qwen/Qwen3.7-Max deepseek-ai/DeepSeek-V4-Pro-0813 openai/gpt-oss-120b reflection/Beam-1.0-501B-A23B
zai-org/GLM-5.2 zai-org/GLM-5.3`,
  },
  'vercel-ai-gateway': {
    sees: `alibaba/qwen3-vl-instruct alibaba/qwen3.5-flash alibaba/qwen3.5-plus alibaba/qwen3.6-27b alibaba/qwen3.6-plus
alibaba/qwen3.7-flash alibaba/qwen3.7-plus alibaba/qwen3.8-2.4t-a95b alibaba/qwen3.8-27b alibaba/qwen3.8-flash
alibaba/qwen3.8-max alibaba/qwen3.8-max-0902 alibaba/qwen3.8-max-prime alibaba/qwen3.8-omni-flash amazon/nova-2-lite
amazon/nova-lite amazon/nova-pro anthropic/claude-fable-5 anthropic/claude-fable-5-batch anthropic/claude-fable-5.1
anthropic/claude-fable-5.1-batch anthropic/claude-haiku-4.5 anthropic/claude-haiku-4.5-batch
anthropic/claude-haiku-5.5 anthropic/claude-haiku-5.5-batch anthropic/claude-opus-4.5 anthropic/claude-opus-4.5-batch
anthropic/claude-opus-4.6 anthropic/claude-opus-4.6-batch anthropic/claude-opus-4.7 anthropic/claude-opus-4.7-batch
anthropic/claude-opus-4.8 anthropic/claude-opus-4.8-batch anthropic/claude-opus-4.8-fast anthropic/claude-opus-5
anthropic/claude-opus-5-batch anthropic/claude-opus-5-fast anthropic/claude-opus-5.5 anthropic/claude-opus-5.5-batch
anthropic/claude-opus-5.5-fast anthropic/claude-sonnet-4.5 anthropic/claude-sonnet-4.5-batch
anthropic/claude-sonnet-4.6 anthropic/claude-sonnet-4.6-batch anthropic/claude-sonnet-5
anthropic/claude-sonnet-5-batch anthropic/claude-sonnet-5.5 anthropic/claude-sonnet-5.5-batch bytedance/seed-1.6
bytedance/seed-1.8 bytedance/seed-2.1-turbo callstack/apex deepseek/deepseek-v4-flash-vision-exp
deepseek/deepseek-v4.1-flash deepseek/deepseek-v4.1-flash-1017 deepseek/deepseek-v4.1-flash-1017-fast
deepseek/deepseek-v4.1-flash-fast fireworks/ember-1 google/gemini-2.5-flash google/gemini-2.5-flash-batch
google/gemini-2.5-flash-lite google/gemini-2.5-flash-lite-batch google/gemini-2.5-pro google/gemini-2.5-pro-batch
google/gemini-3-flash google/gemini-3-flash-batch google/gemini-3.1-flash-lite google/gemini-3.1-flash-lite-batch
google/gemini-3.1-pro-preview google/gemini-3.1-pro-preview-batch google/gemini-3.5-flash
google/gemini-3.5-flash-batch google/gemini-3.5-flash-lite google/gemini-3.5-flash-lite-batch google/gemini-3.6-flash
google/gemini-3.6-flash-batch google/gemini-3.7-flash google/gemini-3.7-flash-batch google/gemini-3.8-flash
google/gemini-4-argon google/gemma-4-26b-a4b-it google/gemma-4-31b-it inclusionai/ling-3.0-flash-vl
interfaze/interfaze-beta meituan/longcat-2.5-preview meta/llama-4-maverick meta/llama-4-scout meta/muse-glimmer-30b
meta/muse-spark-1.1 meta/muse-spark-1.2 meta/muse-spark-1.2-contributor meta/muse-spark-1.3
meta/muse-spark-1.3-contributor meta/muse-spark-open meta/muse-wonder-1.0 minimax/minimax-m3
minimax/minimax-m3.1-flash mistral/ministral-14b mistral/ministral-3b mistral/ministral-8b mistral/mistral-large-3
mistral/mistral-large-4 mistral/mistral-medium-3.5 mistral/mistral-small moonshotai/kimi-k2.5 moonshotai/kimi-k2.6
moonshotai/kimi-k2.7-code moonshotai/kimi-k2.7-code-highspeed moonshotai/kimi-k3 moonshotai/kimi-k3-fast
moonshotai/kimi-k3.1-pro moonshotai/kimi-k3.1-pro-highspeed nvidia/nemotron-3.5-super-vl
nvidia/nemotron-nano-12b-v2-vl openai/gpt-4.1 openai/gpt-4.1-batch openai/gpt-4.1-fast openai/gpt-4.1-mini
openai/gpt-4.1-mini-batch openai/gpt-4.1-mini-fast openai/gpt-4.1-nano openai/gpt-4o openai/gpt-4o-batch
openai/gpt-4o-fast openai/gpt-4o-mini openai/gpt-4o-mini-batch openai/gpt-4o-mini-fast openai/gpt-5 openai/gpt-5-batch
openai/gpt-5-codex openai/gpt-5-fast openai/gpt-5-mini openai/gpt-5-mini-batch openai/gpt-5-mini-fast
openai/gpt-5-nano openai/gpt-5-nano-batch openai/gpt-5-pro openai/gpt-5-pro-batch openai/gpt-5.1-codex
openai/gpt-5.1-codex-max openai/gpt-5.1-codex-mini openai/gpt-5.1-thinking openai/gpt-5.1-thinking-fast openai/gpt-5.2
openai/gpt-5.2-batch openai/gpt-5.2-codex openai/gpt-5.2-fast openai/gpt-5.2-pro openai/gpt-5.3-codex
openai/gpt-5.3-codex-fast openai/gpt-5.4 openai/gpt-5.4-batch openai/gpt-5.4-fast openai/gpt-5.4-mini
openai/gpt-5.4-mini-batch openai/gpt-5.4-mini-fast openai/gpt-5.4-nano openai/gpt-5.4-nano-batch openai/gpt-5.4-pro
openai/gpt-5.5 openai/gpt-5.5-batch openai/gpt-5.5-fast openai/gpt-5.5-pro openai/gpt-5.5-pro-batch
openai/gpt-5.6-luna openai/gpt-5.6-luna-batch openai/gpt-5.6-luna-fast openai/gpt-5.6-sol openai/gpt-5.6-sol-batch
openai/gpt-5.6-sol-fast openai/gpt-5.6-terra openai/gpt-5.6-terra-batch openai/gpt-5.6-terra-fast openai/gpt-6-astra
openai/gpt-6-astra-batch openai/gpt-6-astra-fast openai/gpt-6-luna openai/gpt-6-luna-batch openai/gpt-6-luna-fast
openai/gpt-6-sol openai/gpt-6-sol-batch openai/gpt-6-sol-fast openai/gpt-6.1-sol openai/gpt-6.1-sol-batch
openai/gpt-6.1-sol-fast openai/gpt-6.1-terra openai/gpt-6.1-terra-fast openai/o1 openai/o3 openai/o3-fast
openai/o3-pro openai/o4-mini particle/particle-1 quiverai/arrow-2 quiverai/arrow-2-telos sakana/fugu-max
sakana/fugu-ultra sakana/fugu-ultra-v2 sakana/namazu spacexai/grok-4.20-multi-agent
spacexai/grok-4.20-multi-agent-batch spacexai/grok-4.20-multi-agent-beta spacexai/grok-4.20-non-reasoning
spacexai/grok-4.20-non-reasoning-batch spacexai/grok-4.20-non-reasoning-beta spacexai/grok-4.20-reasoning
spacexai/grok-4.20-reasoning-batch spacexai/grok-4.20-reasoning-beta spacexai/grok-4.3 spacexai/grok-4.3-batch
spacexai/grok-4.5 spacexai/grok-4.6 spacexai/grok-4.7 spacexai/grok-build-0.1 stepfun/step-3.7-flash
stepfun/step-5-preview thinkingmachines/inkling thinkingmachines/inkling-small xiaomi/mimo-v2.5 xiaomi/mimo-v2.6-flash
xiaomi/mimo-v2.6-pro xiaomi/mimo-v2.6-pro-ultraspeed zai/glm-4.5v zai/glm-5.3-flash zai/glm-5.3-flashx
zai/glm-5v-turbo`,
    reads: `alibaba/qwen-3-14b alibaba/qwen-3-235b alibaba/qwen-3-30b alibaba/qwen-3-32b alibaba/qwen3-coder
alibaba/qwen3-coder-30b-a3b alibaba/qwen3-coder-next alibaba/qwen3-max-thinking alibaba/qwen3-next-80b-a3b-instruct
alibaba/qwen3-next-80b-a3b-thinking alibaba/qwen3.7-max amazon/nova-micro cohere/command-a deepseek/deepseek-r1
deepseek/deepseek-v3.1 deepseek/deepseek-v3.2 deepseek/deepseek-v3.2-thinking deepseek/deepseek-v4-flash
deepseek/deepseek-v4-flash-0731 deepseek/deepseek-v4-pro deepseek/deepseek-v4-pro-0813 inception/mercury-2
inception/mercury-2.5 inception/mercury-3 inception/mercury-coder-small inclusionai/ling-3.0-flash
inclusionai/ling-3.0-flash-fin inclusionai/ling-3.0-flash-sante inclusionai/ling-3.1-flash
inclusionai/ling-3.1-flash-1019 liquid/lfm2.5-24b-a2b meta/llama-3.1-70b meta/llama-3.1-8b meta/llama-3.3-70b
minimax/minimax-m2 minimax/minimax-m2.1 minimax/minimax-m2.1-lightning minimax/minimax-m2.5
minimax/minimax-m2.5-highspeed minimax/minimax-m2.7 minimax/minimax-m2.7-highspeed mistral/codestral
mistral/mistral-nemo mixedbread/toast-1 moonshotai/kimi-k2 nvidia/nemotron-3-nano-30b-a3b
nvidia/nemotron-3-super-120b-a12b nvidia/nemotron-3-ultra-550b-a55b nvidia/nemotron-3.5-lightning
nvidia/nemotron-3.5-lightning-free nvidia/nemotron-nano-9b-v2 openai/gpt-oss-120b openai/gpt-oss-20b
openai/gpt-oss-safeguard-120b openai/gpt-oss-safeguard-20b openai/o3-mini poolside/laguna-s-2.1 reflection/beam
reflection/beam-free spacexai/grok-voice-3.0 stealth/glyph-cluster tencent/hy3 tencent/hy4-preview
xiaomi/mimo-v2.5-pro zai/glm-4.5 zai/glm-4.5-air zai/glm-4.6 zai/glm-4.7 zai/glm-4.7-flash zai/glm-4.7-flashx
zai/glm-5 zai/glm-5-turbo zai/glm-5.1 zai/glm-5.2 zai/glm-5.2-fast zai/glm-5.3 zai/glm-5.3-fast`,
  },
  xai: {
    sees: `grok-4.3 grok-4.5 grok-4.6 grok-4.7`,
    reads: ``,
  },
  xiaomi: {
    sees: `mimo-v2.6-flash mimo-v2.6-pro mimo-v2.6-pro-ultraspeed`,
    reads: ``,
  },
  zai: {
    sees: `glm-5.3-flash`,
    reads: `glm-4.7 glm-5-turbo glm-5.2 glm-5.2-highspeed glm-5.3 glm-5.3-highspeed`,
  },
};
