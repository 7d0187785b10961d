// `percept describe`: what local eyes make of a picture, without a key and without a network.
import { jsonOf, leastDescriptionCharacters, definedOf } from '@percept/core/internal';
import { createEyes, type Describer, type Description } from '@percept/eyes';
import { sniff, type SourceBytes } from '@percept/ingest';
import { createDarkroom, standardRenderers } from '@percept/render';
import { acceptOf } from '../cli/accept.ts';
import { acceleratorOf } from '../cli/accelerator.ts';
import { readWhole } from '../cli/flags.ts';
import { orRefuse, RefusalError, said, type Command, type Invocation } from '../cli/command.ts';
import { hostPrograms } from '../cli/programs.ts';
import { readInput } from '../cli/input.ts';

export const describe: Command = {
  help: `usage: percept describe FILE|URL|-|--clipboard

Describes a picture on this device, by OCR and measurement: text in reading order, colours,
tables, code, charts, QR and bar codes, controls with their states. What is not a picture yet (SVG, PDF, code) is drawn
first. Nothing is guessed, and nothing of the picture leaves the machine; a URL is fetched, only from public hosts.
Where onnxruntime-node is installed beside this program it reads faster; PERCEPT_EYES_ACCELERATOR=wasm leaves it alone.

options
  --clipboard   the picture that was copied
  --question Q  what you want to know: what it names comes first
  --max-characters N
                for a small context, 800 or more: colours and places are left out first, then the end of the words
  --json        { markdown, kind, lines: [{ text, box, confidence }],
                elements: [{ role, name, box, point, checked, … }], palette, quadrants, codes, tables, charts, … }`,
  options: {
    clipboard: { type: 'boolean' },
    question: { type: 'string' },
    'max-characters': { type: 'string' },
  },
  run: async (invocation) => {
    const asked = readAsked(invocation);
    const input = orRefuse(await readInput(invocation));
    invocation.progress('looking …');
    const described = await look(input, invocation, asked);
    return said(jsonOf(described), described.markdown);
  },
};

type Asked = NonNullable<Parameters<Describer['describe']>[1]>;

function readAsked({ flags, signal }: Invocation): Asked {
  const question = flags.text('question');
  const maxCharacters = readWhole(flags, 'max-characters', {
    least: leastDescriptionCharacters,
    most: 100_000_000,
  });
  return { signal, ...definedOf({ question, maxCharacters }) };
}

async function look(
  source: SourceBytes,
  { signal, environment }: Invocation,
  asked: Asked,
): Promise<Description> {
  await using eyes = createEyes({
    accelerator: acceleratorOf(environment),
    accept: acceptOf(environment),
  });
  if (sniff(source.bytes).kind === 'image')
    return orRefuse(await eyes.describe(source.bytes, asked));
  await using darkroom = createDarkroom({
    renderers: standardRenderers({ programs: hostPrograms(environment) }),
  });
  const [page] = orRefuse(await darkroom.develop(source, {}, signal)).pages;
  if (!page) throw new RefusalError(noPage);
  return orRefuse(await eyes.describe(page.png, asked));
}

const noPage = {
  refused: 'unperceivable',
  message: 'The source has no page to look at.',
  hint: 'Choose another file.',
} as const;
