// PDFium's C interface as far as it is used, over memory that is looked at anew after every call, because a call can
// make it grow. Everything is reached by bytes: the module's own file system stays empty.
import { init } from '@embedpdf/pdfium';
import { instantiateWasm, wasmBuffer, type CompiledWasm } from '../engine/wasm.ts';

type PdfiumLibrary = Awaited<ReturnType<typeof init>>;

export interface Pdfium {
  readonly library: PdfiumLibrary;
  readonly exports: unknown;
  bytes(): Uint8Array;
  view(): DataView;
  /** Zero when there is no room. */
  allocate(size: number): number;
  release(pointer: number): void;
  /** A text that ends with zero, of at most `max` bytes. */
  text(pointer: number, max: number): string;
  /** A function that the library can call. */
  readonly callback: (signature: string, run: (...values: number[]) => number | void) => number;
}

export async function loadPdfium(module: CompiledWasm): Promise<Pdfium> {
  let exports: unknown;
  const overrides = {
    instantiateWasm(imports: object, receive: (instance: object, module: object) => void): object {
      const instance = instantiateWasm(module, imports);
      exports = instance.exports;
      receive(instance, module);
      return instance.exports;
    },
    print: () => {},
    printErr: () => {},
  };
  const library = await init(overrides);
  library.PDFiumExt_Init();
  const memory = (): ArrayBuffer => {
    const buffer = wasmBuffer(exports);
    if (!buffer) throw new Error('PDFium has no memory');
    return buffer;
  };
  const { malloc, free } = library.pdfium.wasmExports;
  return {
    library,
    exports,
    bytes: () => new Uint8Array(memory()),
    view: () => new DataView(memory()),
    allocate: (size) => malloc(size),
    release: (pointer) => free(pointer),
    text(pointer, max) {
      const all = new Uint8Array(memory());
      let end = pointer;
      while (end < pointer + max && all[end] !== 0) end++;
      return Buffer.from(all.subarray(pointer, end)).toString('latin1');
    },
    callback: (signature, run) => addFunction(library, run, signature),
  };
}

function addFunction(
  library: PdfiumLibrary,
  run: (...values: number[]) => number | void,
  signature: string,
): number {
  const pointer: unknown = library.pdfium.addFunction(run, signature);
  if (typeof pointer !== 'number') throw new Error('PDFium took no callback');
  return pointer;
}
