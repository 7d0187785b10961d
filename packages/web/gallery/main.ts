// The gallery: every envelope, one after the other. Specimens are shown in small batches, so that the page stays usable.
import '../src/element/index.ts';
import { loadAssets } from './assets.ts';
import './gallery.css';
import { hostile } from './hostile.ts';
import { ordinary } from './ordinary.ts';
import type { Specimen } from './specimen.ts';

const executed: string[] = [];
// The hostile specimens call this by name. Whatever reaches it is a defect.
Reflect.set(globalThis, 'executed', (where: string) => executed.push(where));
Reflect.set(globalThis, 'executions', executed);

const assets = await loadAssets();
await show('ordinary', ordinary(assets));
await show('hostile', hostile(assets));
document.documentElement.dataset['ready'] = 'true';

async function show(id: string, specimens: readonly Specimen[]): Promise<void> {
  const section = document.getElementById(id);
  for (const specimen of specimens) {
    section?.append(article(specimen));
    await new Promise((done) => setTimeout(done));
  }
}

function article(specimen: Specimen): HTMLElement {
  const place = document.createElement('article');
  const head = document.createElement('h3');
  head.textContent = specimen.name;
  const note = document.createElement('p');
  note.textContent = specimen.note;
  const element = document.createElement('media-envelope');
  element.origins = specimen.origins ?? [];
  element.lineNumbers = specimen.lineNumbers ?? false;
  if (specimen.size) Object.assign(element, specimen.size);
  element.envelope = specimen.envelope();
  if (specimen.transcript !== undefined) {
    const words = document.createElement('p');
    words.slot = 'transcript';
    words.textContent = `Transcript: ${specimen.transcript}`;
    element.append(words);
  }
  place.append(head, note, element);
  return place;
}
