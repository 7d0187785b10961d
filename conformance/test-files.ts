// Where tests live. The runner and the static scan read the same list, so neither can see more than the other.

export const testFiles: readonly string[] = [
  'packages/*/test/**/*.test.ts',
  'conformance/**/*.test.ts',
  'test/**/*.test.ts',
];
