// What stands where: by what somebody wants to do, then what somebody looks up.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string): string => fileURLToPath(new URL(`../../docs/${path}`, import.meta.url));
const page = (text: string, path: string) => ({ text, link: `/${path}` });
const pagesIn = (folder: string) =>
  existsSync(at(folder))
    ? readdirSync(at(folder))
        .filter((name) => name.endsWith('.md'))
        .toSorted()
        .map((name) => name.slice(0, -'.md'.length))
    : [];

export const sidebar = [
  {
    text: 'Start',
    items: [
      page('What it is', ''),
      page('Start', 'start'),
      page('The chat in a terminal', 'chat'),
      page('The page in a browser', 'web'),
      page('What can be attached', 'attachments'),
      page('What a model makes', 'making'),
    ],
  },
  {
    text: 'Build with it',
    items: [
      page('AI SDK', 'library'),
      page('Other SDKs and frameworks', 'frameworks'),
      page('OpenAI and Anthropic SDKs', 'sdks'),
      page('Examples that run', 'examples'),
      page('Embed the element', 'element'),
      page('Envelopes', 'envelope'),
      page('Conformance kit', 'conformance-kit'),
    ],
  },
  {
    text: 'Give others eyes',
    items: [
      page('Coding agents', 'coding-agents'),
      page('Agents, measured', 'agents'),
      page('The gateway', 'gateway'),
      page('Zed and other ACP clients', 'acp'),
      page('MCP clients', 'mcp'),
    ],
  },
  {
    text: 'Models',
    items: [
      page('Configuration', 'configuration'),
      page('Ollama and LM Studio', 'local-models'),
      page('Local eyes', 'eyes'),
      page('Models that cannot see', 'bridge'),
      page('Retention', 'retention'),
      page('Without a network', 'air-gapped'),
    ],
  },
  {
    text: 'Operate',
    items: [
      page('percept serve', 'serve'),
      page('In a server of your own', 'mounting'),
      page('Where it runs', 'runtimes'),
      page('OpenWOP host', 'openwop'),
      page('Asset URLs', 'assets'),
      page('At scale', 'scale'),
      page('Security model', 'security'),
      page('Troubleshooting', 'troubleshooting'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Command', 'reference/command'),
      page('Configuration', 'reference/configuration'),
      page('Formats and limits', 'reference/limits'),
      page('HTTP', 'http'),
      page('Terminals', 'terminal'),
      page('The door', 'door'),
      page('The lens', 'lens'),
      {
        text: 'API',
        collapsed: true,
        items: pagesIn('reference/api').map((name) => page(name, `reference/api/${name}`)),
      },
    ],
  },
  {
    text: 'How it is made',
    items: [
      page('Comparison', 'comparison'),
      ...(existsSync(at('benchmarks.md')) ? [page('Benchmarks', 'benchmarks')] : []),
      page('Design', 'design'),
      page('Invariants', 'invariants'),
      page('Requirements', 'requirements'),
      ...(existsSync(at('mutants.md')) ? [page('Mutants', 'mutants')] : []),
      {
        text: 'Decisions',
        collapsed: true,
        items: pagesIn('decisions').map((name) =>
          page(name.slice(5).replaceAll('-', ' '), `decisions/${name}`),
        ),
      },
    ],
  },
];
