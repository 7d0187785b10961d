// Before and after each test file of a run that asks which tests reach which blocks (reach.ts).
import { afterAll, expect } from 'vitest';

process.env['PERCEPT_TEST_FILE'] = expect.getState().testPath ?? '';
afterAll(() => globalThis.perceptReached?.write());
