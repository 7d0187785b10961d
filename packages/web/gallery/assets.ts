// What the specimens are made of: a picture and a sound as bytes and as addresses of this page's own origin.
import chartUrl from './assets/chart.png?url';
import chimeUrl from './assets/chime.wav?url';
import hostileUrl from './assets/hostile.svg?url';

interface Inline {
  readonly base64: string;
  readonly bytes: number;
}
export interface Assets {
  readonly picture: Inline;
  readonly sound: Inline;
  readonly hostileSvg: string;
  readonly pictureUrl: string;
  readonly soundUrl: string;
  readonly fileUrl: string;
  readonly hostileUrl: string;
}

export async function loadAssets(): Promise<Assets> {
  const [picture, sound, svg] = await Promise.all([chartUrl, chimeUrl, hostileUrl].map(bytesAt));
  const absolute = (url: string): string => new URL(url, document.baseURI).href;
  return {
    picture: inline(picture),
    sound: inline(sound),
    hostileSvg: new TextDecoder().decode(svg),
    pictureUrl: absolute(chartUrl),
    soundUrl: absolute(chimeUrl),
    fileUrl: absolute(chartUrl),
    hostileUrl: absolute(hostileUrl),
  };
}

async function bytesAt(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  return new Uint8Array(await answer.arrayBuffer());
}

function inline(bytes: Uint8Array = new Uint8Array()): Inline {
  return { base64: bytes.toBase64(), bytes: bytes.length };
}
