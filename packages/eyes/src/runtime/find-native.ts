// Where a native ONNX runtime is that whoever installed this package has put beside it. Only that place is asked, or one
// that the host names: a folder that merely happens to be the working directory must not get to run its code.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Not a dependency: installing it downloads more than npm knows of. */
const nativePackage = 'onnxruntime-node';

/** The address of its entry; undefined when it is not installed. */
export function findNative(folder?: string): string | undefined {
  const from = folder === undefined ? import.meta.url : join(folder, 'here.js');
  try {
    return pathToFileURL(createRequire(from).resolve(nativePackage)).href;
  } catch {
    return undefined;
  }
}
