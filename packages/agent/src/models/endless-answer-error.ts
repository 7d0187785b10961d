// A provider's answer that went on over its limit, so that whoever shows the failure can say so.
import { answerLimits } from '@percept/core/internal';

export class EndlessAnswerError extends Error {
  readonly code = 'endless-answer';

  constructor() {
    super(`The answer is longer than ${answerLimits.maxAnswerBytes} bytes.`);
  }
}
