// Containers that can hold sound, video or stills, told apart by what is in them: the brand of an ISO file names its
// pictures, and its tracks, like those of a Matroska file, say whether it is only heard.
import { fourCc, spells, u32be } from '../bytes.ts';
import { readMovie } from './mp4.ts';
import { readMatroska } from './webm.ts';
import { maxMp4Brands } from '../../limits.ts';

export type Family = 'sound' | 'video' | 'avif' | 'heic' | 'camera-raw';

const soundBrands: ReadonlySet<string> = new Set(['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B ']);
const videoBrands: ReadonlySet<string> = new Set(['M4V ', 'M4VH', 'M4VP', 'F4V ', 'F4P ']);
const heicBrands: ReadonlySet<string> = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'hevm',
  'hevs',
  'mif1',
  'mif2',
  'msf1',
]);

export function sniffIso(bytes: Uint8Array): Family | undefined {
  if (!spells(bytes, 4, 'ftyp')) return undefined;
  const brands = [fourCc(bytes, 8)];
  const end = Math.min(u32be(bytes, 0), bytes.length, 16 + maxMp4Brands * 4);
  for (let at = 16; at + 4 <= end; at += 4) brands.push(fourCc(bytes, at));
  const [major = ''] = brands;
  if (brands.includes('avif') || brands.includes('avis')) return 'avif';
  if (major === 'crx ') return 'camera-raw';
  if (heicBrands.has(major)) return 'heic';
  const movie = readMovie(bytes);
  if (movie) return movie.hasVideo || !movie.hasSound ? 'video' : 'sound';
  if (videoBrands.has(major)) return 'video';
  if (soundBrands.has(major)) return 'sound';
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : 'video';
}

export function sniffMatroska(bytes: Uint8Array): 'sound' | 'video' | undefined {
  if (!spells(bytes, 0, '\x1a\x45\xdf\xa3')) return undefined;
  const file = readMatroska(bytes);
  return file && file.hasSound && !file.hasVideo ? 'sound' : 'video';
}
