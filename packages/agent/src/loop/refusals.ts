// What a session says no with. One sentence of what, one of what to do.
import { quoted } from '@percept/core/internal';
import { type Refusal, type SessionId } from '@percept/core';
import type { LoopTool } from './toolbox.ts';

export const busy: Refusal = {
  refused: 'unavailable',
  message: 'A turn of this session is still running.',
  hint: 'Wait for it to end, or cancel it first.',
};

export const noTurn: Refusal = {
  refused: 'absent',
  message: 'There is no such turn in this conversation.',
  hint: 'It may have been edited since; look at the conversation as it is now.',
};

export const cancelled: Refusal = {
  refused: 'cancelled',
  message: 'The user cancelled the turn before this call ran.',
  hint: 'Ask before trying again.',
};

export const notPermitted: Refusal = {
  refused: 'forbidden',
  message: 'The call was not permitted.',
  hint: 'Ask the user, or go on without it.',
};

export const changedTool: Refusal = {
  refused: 'stale',
  message: 'The server changed this tool while the question stood, so the call was not made.',
  hint: 'Look at the tool as it is now, and call it again.',
};

export function noTool(tool: string, there: readonly LoopTool[]): Refusal {
  const names = there.map(({ name }) => name).join(', ');
  return {
    refused: 'invalid-input',
    message: `There is no tool ${quoted(tool)}.`,
    hint: names === '' ? 'There are none now.' : `The tools are now: ${names}.`,
  };
}

export function noModel(name: string): Refusal {
  return {
    refused: 'absent',
    message: `There is no model ${quoted(name)}.`,
    hint: 'Choose one from the list of models.',
  };
}

export function noPlace(id: SessionId): Refusal {
  return {
    refused: 'invalid-input',
    message: `Session ${id} does not say where it works.`,
    hint: 'Give a working directory.',
  };
}
