// The text renderer's thread: everything that reads a text it was given runs here, because grammars and parsers can be kept busy
// by the text itself. It gets bytes, gives scenes, and reaches nothing.
import { getHeapStatistics } from 'node:v8';
import { reasonOf } from '@percept/core/internal';
import { accept, type Outcome } from '@percept/core';
import { missingPackage, missingPackageOf } from '../engine/refusals.ts';
import { sealThread, serve } from '../engine/serve.ts';
import type { TextOrder } from './order.ts';

sealThread();

/** Each kind of text loads what it needs when it first comes: the first look of a process is the slowest. */
async function perform(order: TextOrder): Promise<Outcome<unknown>> {
  switch (order.kind) {
    case 'prepare': {
      const { guessLanguage, prepare } = await import('../code/highlight.ts');
      const language = order.language ?? guessLanguage(order.name, order.head);
      return accept(await prepare(language, order.theme));
    }
    case 'code':
      return (await import('../code/code-page.ts')).layCode(order);
    case 'table':
      return (await import('../table/table-page.ts')).layTable(order);
    case 'sheet':
      return (await import('../office/sheet-page.ts')).laySheet(order);
    case 'document':
      return (await import('../document/write.ts')).writeDocument(order);
    case 'words':
      return (await import('../document/words.ts')).readWords(order);
    case 'colour':
      return (await import('../document/colour-code.ts')).colourCode(order);
  }
}

serve({
  perform,
  refusalOf(error) {
    const absent = missingPackageOf(error);
    if (absent !== undefined) return missingPackage('this text', absent, 'read it as text');
    // Parsers throw on what they cannot read; a stack that overflowed is the text's doing too.
    return {
      refused: 'corrupt',
      message: `The text could not be laid out: ${reasonOf(error)}.`,
      hint: 'Read it as text, or check that it is what its name says.',
    };
  },
  restingBytes: () => getHeapStatistics().total_heap_size,
});
