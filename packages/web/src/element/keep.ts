// Taking media along: to a file or to the clipboard. Another origin's media is fetched first, because a browser ignores
// `download` across origins; where that is not allowed, the reader gets the address in a new tab.
import type { SavedFile } from './source.ts';

export async function saveFile(file: SavedFile, name: string): Promise<void> {
  if ('href' in file && file.own) return click(file.href, name);
  const blob = 'blob' in file ? file.blob : await bytesOf(file);
  if (!blob) {
    if ('href' in file) open(file.href, '_blank', 'noopener,noreferrer');
    return;
  }
  const href = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
  click(href, name);
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

function click(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

/** A blob of this page is not asked for over the network, which a strict policy would report. */
export async function bytesOf(file: SavedFile): Promise<Blob | undefined> {
  if ('blob' in file) return file.blob;
  if (file.href.startsWith('blob:')) return undefined;
  try {
    const answer = await fetch(file.href, {
      credentials: file.own ? 'same-origin' : 'omit',
      referrerPolicy: 'no-referrer',
    });
    return answer.ok ? await answer.blob() : undefined;
  } catch {
    return undefined;
  }
}

/** Clipboards take PNG only. */
export async function copyPicture(picture: HTMLImageElement): Promise<boolean> {
  const png = async (): Promise<Blob> => {
    const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    return canvas.convertToBlob({ type: 'image/png' });
  };
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png() })]);
    return true;
  } catch {
    return false;
  }
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Why the browser got nothing to show, as far as the page's own server says. */
export async function reasonOf(file: SavedFile): Promise<string> {
  if ('blob' in file) return 'The bytes are damaged or end too early.';
  if (!file.own || file.href.startsWith('blob:')) return `${file.host} did not deliver it.`;
  try {
    const { ok, status } = await fetch(file.href, { method: 'HEAD' });
    if (status === 404 || status === 410) return `It is no longer there (${status}).`;
    return ok ? 'What the server sent cannot be shown.' : `The server refused it (${status}).`;
  } catch {
    return 'The server cannot be reached.';
  }
}
