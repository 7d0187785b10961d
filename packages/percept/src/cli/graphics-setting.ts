// PERCEPT_GRAPHICS, checked before anything is drawn: a word that means nothing is said to whoever set it.
import { graphicsChoices, isGraphicsChoice } from '@percept/terminal/internal';
import { UsageError, type Environment } from './command.ts';

export function checkGraphicsSetting({ variables }: Pick<Environment, 'variables'>): void {
  const wanted = variables['PERCEPT_GRAPHICS'];
  if (!wanted || isGraphicsChoice(wanted)) return;
  throw new UsageError(
    `PERCEPT_GRAPHICS takes ${graphicsChoices.join(', ')}, not ${JSON.stringify(wanted)}.`,
  );
}
