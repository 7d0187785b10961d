// Every command by name, with the line that `percept --help` shows. Modules load only when they are called, so that help
// and completion cost nothing.
import type { Command } from './command.ts';

export interface Listing {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const commands = {
  chat: async () => (await import('../commands/chat.ts')).chat,
  ingest: async () => (await import('../commands/ingest.ts')).ingest,
  view: async () => (await import('../commands/view.ts')).view,
  serve: async () => (await import('../commands/serve.ts')).serve,
  heal: async () => (await import('../commands/heal.ts')).heal,
  acp: async () => (await import('../commands/acp.ts')).acp,
  mcp: async () => (await import('../commands/mcp.ts')).mcp,
  describe: async () => (await import('../commands/describe.ts')).describe,
  transcribe: async () => (await import('../commands/transcribe.ts')).transcribe,
  draw: async () => (await import('../commands/draw.ts')).draw,
  say: async () => (await import('../commands/say.ts')).say,
  models: async () => (await import('../commands/models.ts')).models,
  doctor: async () => (await import('../commands/doctor.ts')).doctor,
  trust: async () => (await import('../commands/trust.ts')).trust,
  blobs: async () => (await import('../commands/blobs.ts')).blobs,
  sessions: async () => (await import('../commands/sessions.ts')).sessions,
  gc: async () => (await import('../commands/gc.ts')).gc,
  fsck: async () => (await import('../commands/fsck.ts')).fsck,
  tour: async () => (await import('../commands/tour.ts')).tour,
  create: async () => (await import('../commands/create.ts')).create,
  completion: async () => (await import('../commands/completion.ts')).completion,
} satisfies Readonly<Record<string, Listing['load']>>;

/** In the order of help. */
const summaries = [
  ['chat', 'talk to a model that sees, in this terminal (also: percept alone)'],
  ['ingest', 'take a picture, sound or file in through the door and store it'],
  ['view', 'see anything as a model would: pictures, SVG, PDF, code, documents'],
  ['serve', 'a page in the browser, an API, addresses for media and a gateway, on one port'],
  ['heal', 'show what the gateway would change in a request, and why'],
  ['acp', 'an agent that sees, for editors that speak the Agent Client Protocol'],
  ['mcp', 'give any MCP client eyes, on standard input and output or over HTTP'],
  ['describe', 'put a picture into words on this device: text, colours, tables, charts, codes'],
  ['transcribe', 'write down what is said in a sound, on this device'],
  ['draw', 'have a model draw a picture, or change one, and keep it'],
  ['say', 'have a model say words aloud, and keep the sound'],
  ['models', 'list the models of local eyes and ears, or bring one'],
  ['doctor', 'say what works here, and how to mend what does not'],
  ['trust', 'let the configuration of a folder do what it asks for'],
  ['blobs', 'list stored bytes, or write one of them out'],
  ['sessions', 'list, show, verify, export, import and remove sessions'],
  ['gc', 'free stored bytes that no session refers to'],
  ['fsck', 'check every invariant of the store, and mend what can be mended'],
  ['tour', 'see what the door does with good, huge and hostile files'],
  ['create', 'begin a project: an agent with eyes, an upload service or a page'],
  ['completion', 'print a completion script for bash, zsh or fish'],
] as const;

export const catalogue: readonly Listing[] = summaries.map(([name, summary]) => ({
  name,
  summary,
  load: commands[name],
}));
