// Three pictures that Percept drew itself (scripts/samples.ts), so that the first answer is one click away.
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

export async function fileOf({ address, name }: Sample): Promise<File> {
  const response = await fetch(address);
  return new File([await response.blob()], name, { type: 'image/png' });
}
