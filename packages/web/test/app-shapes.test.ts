// The border between page and server: an answer that lacks a field of the contract, or holds another kind of value in it,
// is not one.
import { describe, expect, test } from 'vitest';
import {
  isApiError,
  isForecast,
  isRunChange,
  isSessionEvent,
  isSessionView,
  isStatus,
  isTimeline,
  isUploadEvent,
} from '../src/app/api/shapes.ts';

const turn = {
  turn: 1,
  at: '2026-11-16T10:00:00.000Z',
  model: 'gpt-5',
  messages: [{ id: 'm1', role: 'user', at: '2026-11-16T10:00:00.000Z', envelopes: [{}] }],
  sightings: [
    {
      model: 'gpt-5',
      host: 'api.openai.com',
      wire: 'responses',
      images: 0,
      estimatedImageTokens: 0,
      estimatedTextTokens: 3,
      mediaBytes: 0,
      slots: [],
    },
  ],
  permissions: [
    { id: 'p', callId: 'c', title: 'Write?', notes: [], lines: [], offers: [], digest: 'd' },
  ],
};

const route = { route: 'described', by: 'eyes', host: 'this device', place: 'device' };

const answers: Readonly<Record<string, readonly [(value: unknown) => boolean, object]>> = {
  'an error': [isApiError, { error: 'not_found', message: 'No such session.' }],
  'a status': [
    isStatus,
    {
      version: '1',
      tenant: 'local',
      active: 'eyes',
      models: [
        {
          name: 'eyes',
          kind: 'local',
          host: 'this device',
          capabilities: [],
          knownFrom: 'this device',
          image: route,
          audio: route,
          file: { route: 'pages' },
          limits: { imageTypes: [], audioTypes: [], fileTypes: [] },
        },
      ],
      notices: [],
      limits: { maxBytesPerFile: 1, maxImagesPerMessage: 1, maxTextChars: 1, accept: 'image/*' },
      extensions: [],
      since: 'now',
    },
  ],
  'a session': [
    isSessionView,
    {
      id: 's',
      title: 'A picture',
      updatedAt: 'now',
      model: 'gpt-5',
      running: false,
      turns: [turn],
      hasEarlier: false,
      cursor: '0',
    },
  ],
  'an event': [isSessionEvent, { type: 'turn-started', turn }],
  'an upload': [
    isUploadEvent,
    {
      type: 'done',
      uploaded: {
        upload: 'u',
        name: 'a.png',
        kind: 'image',
        mime: 'image/png',
        bytes: 1,
        warnings: [],
      },
    },
  ],
  'a forecast': [
    isForecast,
    {
      model: 'gpt-5',
      host: 'api.openai.com',
      files: [{ outcome: 'sent', message: 'It goes.', images: 1, estimatedTokens: 9 }],
      images: 1,
      textTokens: 1,
      mediaTokens: 9,
    },
  ],
  'a timeline': [
    isTimeline,
    {
      entries: [{ seq: 0, at: 'now', hash: 'h', type: 'message', summary: 'said', envelopes: [] }],
    },
  ],
  'a run': [
    isRunChange,
    {
      run: {
        id: 'r',
        workflow: 'w',
        status: 'running',
        startedAt: 'now',
        principal: 'p',
        steps: [{ id: 'a', kind: 'k', status: 'running', attempts: 1 }],
        question: { kind: 'approval', step: 'a', title: 'May it?', actions: ['approve'] },
        bill: [],
        events: 1,
        may: ['cancel'],
      },
      lines: [
        { sequence: 0, at: 'now', type: 't', words: 'It began.', tone: 'plain', envelopes: [] },
      ],
    },
  ],
};

/** Every value that differs from this one in one place: a field is gone, or is something else. */
function spoilt(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => spoilt(item).map((bad) => [bad]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) => {
    const rest = Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    return [
      // A question may be absent; everything else here may not.
      ...(name === 'question' ? [] : [rest]),
      { ...rest, [name]: Symbol('other') },
      ...spoilt(held).map((bad) => ({ ...rest, [name]: bad })),
    ];
  });
}

describe('what the server answers', () => {
  test.each(Object.entries(answers))('%s is whole or is not one', (_, [isOne, answer]) => {
    expect(isOne(answer)).toBe(true);
    expect(spoilt(answer).filter((bad) => isOne(bad))).toEqual([]);
  });
});
