// The tools as the loop calls them: whatever a model sent goes in, and content for the record comes out. `read` gives
// text, `view` pictures with one line of facts each, `listen` words or a sound, `edit` a sentence, `draw` and `say` what was made, where
// somebody makes it; a refusal is an ordinary failed result.
import { oneLine } from '@percept/core/internal';
import { refuse, sees, type JsonObject, type Refusal, type ToolResultPart } from '@percept/core';
import { chargeWords, type Makers, type MakingBudget, type Produced } from '../making/index.ts';
import type { Charge } from '../models/index.ts';
import {
  captionsOf,
  createEdit,
  createListen,
  createRead,
  createView,
  type Listen,
  type ReadText,
  type Seen,
  type Tool,
  type ToolOptions,
  type Workspace,
} from '../tools/index.ts';
import { createDraw } from '../tools/draw.ts';
import { createSay } from '../tools/say.ts';
import type { Reader, SessionBridge } from '../bridge/session-bridge.ts';
import { withoutPayloads } from './payload.ts';

type Content = ToolResultPart['content'];

export interface ToolAnswer {
  readonly outcome: ToolResultPart['outcome'];
  readonly content: Content;
}

export interface LoopTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** The server that it belongs to, where it is not ours: then a person is asked before it runs. */
  readonly serverName?: string;
  /** Of a tool of a server: differs when the server, or what it says of the tool, is another. */
  readonly identity?: string;
  /** Changes nothing, so that several may run at once. */
  readonly readsOnly?: boolean;
  /** Whether it can do anything for the model that speaks now; without it, always. */
  readonly isOffered?: () => boolean;
  run(input: unknown, options: ToolOptions): Promise<ToolAnswer>;
}

/** Who answers a question about pixels for a model that does not see. */
export interface ToolObserver {
  readonly bridge?: SessionBridge | undefined;
  readonly reader: () => Reader | undefined;
  /** Told when words that stood in the history are made anew. */
  readonly reopened?: (() => void) | undefined;
}

/** Who makes things here, and how much of it in one turn. */
export interface ToolMaking {
  readonly makers?: Makers | undefined;
  readonly budget: MakingBudget;
  readonly bill: (charge: Charge) => void;
}

export function createToolbox(
  workspace: Workspace,
  lookout: ToolObserver,
  making?: ToolMaking,
): readonly LoopTool[] {
  const view = createView(workspace);
  const routed: Tool<Seen> = {
    ...view,
    run: async (input, options) => {
      const model = lookout.reader();
      const missing = model && lookout.bridge?.missingRoute(['image'], model);
      return missing ? refuse(missing) : view.run(input, options);
    },
  };
  return [
    { ...toolOf(createRead(workspace), readContent), readsOnly: true },
    {
      ...toolOf(routed, async (seen, { signal }) => {
        lookAnew(seen, lookout);
        return [...viewContent(seen), ...(await answersTo(seen, workspace, lookout, signal))];
      }),
      readsOnly: true,
    },
    {
      ...toolOf(
        createListen(workspace, () => listenerFor(lookout)),
        ({ caption, block, words }) => [text(caption), words === undefined ? block : text(words)],
      ),
      readsOnly: true,
      isOffered: () => workspace.profile().audioTypes.length > 0 || !!listenerFor(lookout),
    },
    toolOf(createEdit(workspace), ({ replaced, bytes }) => {
      const times = replaced === 1 ? 'once' : `${replaced} times`;
      return [text(`Replaced ${times}; the file has ${bytes} bytes now.`)];
    }),
    ...(making ? makingTools(workspace, making) : []),
  ];
}

/** A tool as the loop calls it: what it found becomes content, and its refusal a failed result. */
function toolOf<Value>(
  tool: Tool<Value>,
  contentOf: (value: Value, options: ToolOptions) => Content | Promise<Content>,
): LoopTool {
  return {
    ...tool,
    run: async (input, options) => {
      const found = await tool.run(input, options);
      if (!found.ok) return failed(found.refusal);
      return { outcome: 'succeeded', content: await contentOf(found.value, options) };
    },
  };
}

/** What nobody here can make is not offered. */
function makingTools(
  workspace: Workspace,
  { makers: { image, speech } = {}, budget, bill }: ToolMaking,
): readonly LoopTool[] {
  const tools = [
    ...(image ? [createDraw(workspace, { maker: image, budget, bill })] : []),
    ...(speech ? [createSay(workspace, { maker: speech, budget, bill })] : []),
  ];
  return tools.map((tool) =>
    toolOf(tool, (made) => [text(`[${producedWords(made)}]`), made.block]),
  );
}

/** Who made it, what it is called from now on, and what it cost. */
export function producedWords({ block, notes, charge }: Produced): string {
  const size = block.type === 'image' ? `, ${block.width}×${block.height}` : '';
  const made = `made by ${oneLine(charge.model)} at ${charge.host}, ${block.mime}${size}`;
  const again = block.type === 'image' ? [`view with ref "${block.sha256}" shows it again`] : [];
  return [made, ...again, ...notes, chargeWords(charge)].join('; ');
}

function readContent({ text: found, lines, token, encoding }: ReadText): Content {
  const facts = [`lines ${lines.first}-${lines.last} of ${lines.total}`];
  if (encoding !== undefined) facts.push(`read as ${encoding}`);
  if (token !== undefined) facts.push(`token ${token}`);
  return [text(`[${facts.join('; ')}]`), ...(found === '' ? [] : [text(withoutPayloads(found))])];
}

function viewContent(seen: Seen): Content {
  const captions = captionsOf(seen);
  const pictures = seen.perceptions.flatMap(({ block }, at) => [text(captions[at] ?? ''), block]);
  return [...pictures, ...captions.slice(seen.perceptions.length).map(text)];
}

function listenerFor({ bridge, reader }: ToolObserver): Listen | undefined {
  const model = reader();
  return model && bridge?.listener(model);
}

/** What the bridge put off, or could not do, it does now. */
function lookAnew({ perceptions }: Seen, { bridge, reader, reopened }: ToolObserver): void {
  const model = reader();
  if (!bridge || !model) return;
  const again = perceptions.filter(({ block }) => bridge.reopen('image', block.sha256, model));
  if (again.length > 0) reopened?.();
}

/** A follow-up question looks again instead of trusting an old transcript. */
async function answersTo(
  { question, perceptions }: Seen,
  { profile, store }: Workspace,
  { bridge, reader }: ToolObserver,
  signal: AbortSignal | undefined,
): Promise<Content> {
  const model = reader();
  if (question === undefined || !bridge || !model || sees(profile())) return [];
  const answers: Content[number][] = [];
  for (const { block } of perceptions) {
    const bytes = await store.get(block.sha256);
    if (!bytes.ok) continue;
    const held = { bytes: bytes.value, mime: block.mime };
    const told = await bridge.describe(held, { reader: model, question, signal });
    answers.push(
      text(told.ok ? `[${told.value.text}\n]` : `[Nobody could look: ${told.refusal.message}]`),
    );
  }
  return answers;
}

function text(words: string): Content[number] {
  return { type: 'text', text: words };
}

export function failed({ refused, message, hint }: Refusal): ToolAnswer {
  return { outcome: 'failed', content: [text(`refused (${refused}): ${message} ${hint}`)] };
}
