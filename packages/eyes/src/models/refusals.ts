// What is said when a model is not there, or cannot be brought.
import type { Refusal } from '@percept/core';

export const missingModel: Refusal = {
  refused: 'unavailable',
  message: 'The speech model is not installed.',
  hint: 'Run: percept models pull speech-en',
};
