// Three pictures that Percept drew itself (scripts/samples.ts), so that the first answer is one click away.
import type { UploadEvent } from '@percept/contract';
import { startUpload } from '../api/upload.ts';
import type { Chat } from '../state/chat.ts';
import chart from '../samples/chart.png';
import receipt from '../samples/receipt.png';
import screen from '../samples/screen.png';

export interface Sample {
  readonly name: string;
  readonly address: string;
  readonly title: string;
  readonly question: string;
  readonly width: number;
  readonly height: number;
}

export const samples: readonly Sample[] = [
  {
    name: 'receipt.png',
    address: receipt,
    title: 'A receipt',
    question: 'What was bought, and what is the total?',
    width: 640,
    height: 800,
  },
  {
    name: 'chart.png',
    address: chart,
    title: 'A chart',
    question: 'Which values does this chart show?',
    width: 960,
    height: 640,
  },
  {
    name: 'screen.png',
    address: screen,
    title: 'An error on a screen',
    question: 'What went wrong here?',
    width: 960,
    height: 640,
  },
];

/** A sample goes the way of every other file: uploaded, checked by the door, and sent with its question. */
export async function trySample({ address, name, question }: Sample, chat: Chat): Promise<void> {
  const response = await fetch(address);
  const file = new File([await response.blob()], name, { type: 'image/png' });
  const last = await new Promise<UploadEvent>((resolve) => {
    startUpload(file, (event) => {
      if (event.type === 'done' || event.type === 'refused') resolve(event);
    });
  });
  if (last.type === 'done') await chat.send(question, [last.uploaded.upload]);
  else if (last.type === 'refused') chat.tell(last.refusal.message, last.refusal.hint);
}
