// The order in which test files begin: what takes longest first, so that nothing is left over at the end that others have to wait for.
// A run that knows how long each took sorts them by that; a first run by their size, which says nothing about those that drive
// programs over and over from a few lines.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const long = /\.long\.test\.ts$|\/openwop-model-nodes\.test\.ts$/;

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The runner's own, and not that of an array.
    // oxlint-disable-next-line no-array-sort
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
