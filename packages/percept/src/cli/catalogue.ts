// Every command by name, with the line that `percept --help` shows. Modules load only when they are called, so that help
// and completion cost nothing.
import type { Command } from './command.ts';

export interface Listing {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** In the order of help. */
export const catalogue: readonly Listing[] = [
  {
    name: 'chat',
    summary: 'talk to a model that sees, in this terminal (also: percept alone)',
    load: async () => (await import('../commands/chat.ts')).chat,
  },
  {
    name: 'ingest',
    summary: 'take a picture, sound or file in through the door and store it',
    load: async () => (await import('../commands/ingest.ts')).ingest,
  },
  {
    name: 'view',
    summary: 'see anything as a model would: pictures, SVG, PDF, code, documents',
    load: async () => (await import('../commands/view.ts')).view,
  },
  {
    name: 'serve',
    summary: 'a page in the browser, an API, addresses for media and a gateway, on one port',
    load: async () => (await import('../commands/serve.ts')).serve,
  },
  {
    name: 'heal',
    summary: 'show what the gateway would change in a request, and why',
    load: async () => (await import('../commands/heal.ts')).heal,
  },
  {
    name: 'acp',
    summary: 'an agent that sees, for editors that speak the Agent Client Protocol',
    load: async () => (await import('../commands/acp.ts')).acp,
  },
  {
    name: 'mcp',
    summary: 'give any MCP client eyes, on standard input and output or over HTTP',
    load: async () => (await import('../commands/mcp.ts')).mcp,
  },
  {
    name: 'describe',
    summary: 'put a picture into words on this device: text, colours, tables, charts, codes',
    load: async () => (await import('../commands/describe.ts')).describe,
  },
  {
    name: 'transcribe',
    summary: 'write down what is said in a sound, on this device',
    load: async () => (await import('../commands/transcribe.ts')).transcribe,
  },
  {
    name: 'draw',
    summary: 'have a model draw a picture, or change one, and keep it',
    load: async () => (await import('../commands/draw.ts')).draw,
  },
  {
    name: 'say',
    summary: 'have a model say words aloud, and keep the sound',
    load: async () => (await import('../commands/say.ts')).say,
  },
  {
    name: 'models',
    summary: 'list the models of local eyes and ears, or bring one',
    load: async () => (await import('../commands/models.ts')).models,
  },
  {
    name: 'doctor',
    summary: 'say what works here, and how to mend what does not',
    load: async () => (await import('../commands/doctor.ts')).doctor,
  },
  {
    name: 'trust',
    summary: 'let the configuration of a folder do what it asks for',
    load: async () => (await import('../commands/trust.ts')).trust,
  },
  {
    name: 'blobs',
    summary: 'list stored bytes, or write one of them out',
    load: async () => (await import('../commands/blobs.ts')).blobs,
  },
  {
    name: 'sessions',
    summary: 'list, show, verify, export, import and remove sessions',
    load: async () => (await import('../commands/sessions.ts')).sessions,
  },
  {
    name: 'gc',
    summary: 'free stored bytes that no session refers to',
    load: async () => (await import('../commands/gc.ts')).gc,
  },
  {
    name: 'fsck',
    summary: 'check every invariant of the store, and mend what can be mended',
    load: async () => (await import('../commands/fsck.ts')).fsck,
  },
  {
    name: 'tour',
    summary: 'see what the door does with good, huge and hostile files',
    load: async () => (await import('../commands/tour.ts')).tour,
  },
  {
    name: 'create',
    summary: 'begin a project: an agent with eyes, an upload service or a page',
    load: async () => (await import('../commands/create.ts')).create,
  },
  {
    name: 'completion',
    summary: 'print a completion script for bash, zsh or fish',
    load: async () => (await import('../commands/completion.ts')).completion,
  },
];
