// A sample goes the way of every other file: uploaded, checked by the door, and sent with its question.
import type { UploadEvent } from '@percept/contract';
import { startUpload } from '../api/upload.ts';
import type { Chat } from '../state/chat.ts';
import { fileOf, type Sample } from './samples.ts';

export async function trySample(sample: Sample, chat: Chat): Promise<void> {
  const file = await fileOf(sample);
  const last = await new Promise<UploadEvent>((resolve) => {
    startUpload(file, (event) => {
      if (event.type === 'done' || event.type === 'refused') resolve(event);
    });
  });
  if (last.type === 'done') await chat.send(sample.question, [last.uploaded.upload]);
  else if (last.type === 'refused') chat.tell(last.refusal.message, last.refusal.hint);
}
