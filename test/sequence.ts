// The order in which test files begin: what takes longest first, so that nothing is left over at the end that others have to wait for.
// A run that knows how long each took sorts them by that; a first run by their size, which says nothing about those that drive
// programs over and over from a few lines.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const long =
  /\.long\.test\.ts$|\/(?:acp\/text-only|attachments\/dry-run|bridge\/local-eyes|host\/(?:openwop-model-nodes|serve-folder|serve-saw)|made\/(?:faces|mcp)|stories\/stdin)\.test\.ts$/;

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The runner's own, and not that of an array.
    // oxlint-disable-next-line no-array-sort
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId);
    // Those that share a process stay together: it lasts as long as the next file is one of them.
    const isAlone = ({ project }: TestSpecification): boolean => project.config.isolate;
    const parts = [sorted.filter(isAlone), sorted.filter((file) => !isAlone(file))];
    return parts.flatMap((part) => [
      ...part.filter(isLong),
      ...part.filter((file) => !isLong(file)),
    ]);
  }
}
