import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { percept } from './percept-command.ts';
import { hasSpeechModel, speechFolder } from './speech-model.ts';

test(
  'percept transcribe answers as the contract says once the model is there',
  { tags: ['d-cli-transcribe'], timeout: 240_000 },
  async (context) => {
    if (!(await hasSpeechModel()))
      context.skip('the speech model could not be had from the npm registry');
    const home = await mkdtemp(join(tmpdir(), 'percept-ears-'));
    onTestFinished(() => rm(home, { recursive: true }));
    await mkdir(join(home, '.percept'), { recursive: true });
    await symlink(speechFolder, join(home, '.percept', 'models'));
    const silence = Buffer.alloc(44 + 32_000);
    silence.write(
      'RIFF\x24\x7d\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data\0\x7d\0\0',
      'latin1',
    );
    await writeFile(join(home, 'silence.wav'), silence);
    const { code, json } = await percept(['transcribe', 'silence.wav'], home);
    expect(code).toBe(0);
    expect(json).toMatchObject({ text: '', segments: [] });
  },
);
