// Facts, ingest.md: what was measured about decoders, hostile files, paths, fetches, clipboards and drops.

import { section } from '../requirement.ts';

export const factsIngest = [
  ...section('facts/ingest', '§1 Speed and fit', 2, {
    'f-ingest-edge-and-area': {
      trap: 'Edge and area are both capped: edge alone costs twice the CPU.',
    },
    'f-ingest-never-upscale': { trap: 'No image is ever enlarged, whatever its bytes.' },
    'f-ingest-small-over-bytes-reencoded': {
      trap: 'Small dimensions over the byte cap are re-encoded, not enlarged as the seed code does.',
    },
    'f-ingest-pass-through': { trap: 'What already fits passes through pixel-identical.' },
    'f-ingest-secant-target': {
      trap: 'A byte target is hit by log-log secant in fewer than three encodes on average.',
    },
    'f-ingest-decode-once': { trap: 'The quality search encodes again but never decodes again.' },
    'f-ingest-shrink-not-mush': {
      trap: 'When the target would need a very low quality, the pixels shrink instead.',
    },
    'f-ingest-format-by-content': {
      trap: 'PNG, JPEG or WebP is chosen by content, so screenshots stay crisp.',
    },
    'f-ingest-in-flight-cores': {
      trap: 'At most as many images are in flight as there are cores.',
    },
    'f-ingest-profile-fit': {
      trap: 'The target model overrides 1568 px, which wastes most of what newer models see.',
    },
    'f-ingest-truncated-refused': {
      trap: 'A truncated file is refused as corrupt at every offset, unless only its end is missing and no pixel.',
    },
  }),
  ...section('facts/ingest', '§2.2 Pixel limits do not bound cost', 2, {
    'f-ingest-strip-png-cost': {
      trap: 'An extreme aspect ratio (16000000x3) is refused before native code sees it.',
    },
    'f-ingest-interlaced-cost': { trap: 'Interlaced PNG memory is counted from the header.' },
    'f-ingest-progressive-cost': { trap: 'Progressive JPEG memory is counted from the header.' },
    'f-ingest-webp-cost': {
      trap: 'A 34-byte lossless WebP of 16383 px square is refused by cost.',
    },
    'f-ingest-gif-cost': { trap: 'GIF canvas memory is counted from the header.' },
    'f-ingest-big-photo-allowed': {
      trap: 'A streaming baseline JPEG of 200 megapixels is still accepted.',
    },
    'f-ingest-pixel-limit': {
      trap: 'A pixel flood is refused with the limit and the actual count.',
    },
    'f-ingest-lying-dimensions': {
      trap: 'Dimensions that so few bytes cannot fill are refused as corrupt.',
    },
    'f-ingest-ancillary-bomb': { trap: 'Ancillary PNG chunks are bounded in bytes and in number.' },
    'f-ingest-frame-bomb': { trap: 'Frames are counted in the header walk and bounded.' },
    'f-ingest-ihdr-first': { trap: 'A PNG whose first chunk is not IHDR is refused.' },
  }),
  ...section('facts/ingest', '§2.3 Pre-filter', 2, {
    'f-ingest-prefilter-pure': {
      trap: 'The pre-filter is pure TypeScript and runs before native code.',
    },
    'f-ingest-crowd-memory': {
      trap: 'Pictures that wait for a decoder lie where they are: files and stored ones unread, others once.',
    },
    'f-ingest-strip-ancillary': { trap: 'Ancillary PNG chunks are stripped before decoding.' },
    'f-ingest-four-loaders': {
      trap: 'Only the buffer loader of the sniffed type is enabled, anew for each picture; paths are blocked.',
    },
  }),
  ...section('facts/ingest', '§2.4 Isolation', 2, {
    'f-ingest-child-crash': { trap: 'A decoder crash is a refusal; the parent lives.' },
    'f-ingest-child-hang': { trap: 'A decoder hang is killed at the deadline and is a refusal.' },
    'f-ingest-child-memory': { trap: 'A memory bomb is contained in the child and is a refusal.' },
    'f-ingest-child-respawn': { trap: 'After a death the next image is served by a fresh child.' },
    'f-ingest-child-recycled': { trap: 'A child is replaced after a bounded number of jobs.' },
    'f-ingest-child-lazy': { trap: 'No child starts before the first image needs one.' },
    'f-ingest-child-sealed': {
      trap: 'Where bubblewrap exists the child has no files and no network.',
    },
    'f-ingest-no-permission-flag': {
      trap: 'Node --permission is not relied on: native addons read files around it.',
    },
    'f-ingest-wasm-tier': {
      trap: 'The wasm tier gives byte-identical output where no child is possible.',
    },
    'f-ingest-siege': {
      trap: 'Good images pass while hostile ones are refused; parent memory is flat.',
    },
    'f-ingest-fuzz-cases': { trap: 'Whatever the fuzzer found stays as a case.' },
    'f-ingest-overhead': { trap: 'Isolation costs at most 5 ms for a 1 MB screenshot.' },
  }),
  ...section('facts/ingest', '§2.5 Paths', 2, {
    'f-ingest-path-fifo': { trap: 'A FIFO is refused without waiting.' },
    'f-ingest-path-device': { trap: 'A device is refused without reading.' },
    'f-ingest-path-directory': { trap: 'A directory is refused.' },
    'f-ingest-path-symlink': { trap: 'A link that leads out of the roots is refused.' },
    'f-ingest-path-dotdot': { trap: 'Dot-dot, NUL and /proc tricks are refused.' },
    'f-ingest-path-toctou': {
      trap: 'A path is opened once and everything is checked on the handle.',
    },
    'f-ingest-path-sparse': { trap: 'A huge sparse file is refused by size before it is read.' },
    'f-ingest-path-absent': { trap: 'A missing file is the refusal "absent".' },
    'f-ingest-wrong-extension': { trap: 'A lying extension gets what its bytes are.' },
  }),
  ...section('facts/ingest', '§2.5 URLs', 2, {
    'f-ingest-ssrf-private': {
      trap: 'Private, loopback, link-local and metadata addresses are refused.',
    },
    'f-ingest-ssrf-spelling': {
      trap: 'Numeric, octal, hex, v4-mapped and Unicode hosts are seen through.',
    },
    'f-ingest-ssrf-rebind': { trap: 'The address is checked in the lookup of the socket itself.' },
    'f-ingest-ssrf-mixed': { trap: 'One private answer among public ones refuses all.' },
    'f-ingest-ssrf-redirect': {
      trap: 'Every redirect is checked again, and their number is bounded.',
    },
    'f-ingest-ssrf-scheme': { trap: 'Only http and https are fetched.' },
    'f-ingest-ssrf-userinfo': { trap: 'A URL with credentials is refused and none are ever sent.' },
    'f-ingest-fetch-bytes': { trap: 'An endless body is cut at the byte cap while streaming.' },
    'f-ingest-fetch-slow': { trap: 'A slow body ends at the deadline.' },
    'f-ingest-fetch-sniffed': { trap: 'HTML labelled image/png is refused after the first bytes.' },
    'f-ingest-data-url': { trap: 'A data URL and bare base64 are validated before decoding.' },
  }),
  ...section('facts/ingest', '§2.5 Other classes', 2, {
    'f-ingest-gps-stripped': { trap: 'GPS and all other metadata are absent from what leaves.' },
    'f-ingest-original-kept': { trap: 'The original bytes are kept by their own hash.' },
    'f-ingest-both-hashes': { trap: 'Source and output are each fingerprinted.' },
    'f-ingest-polyglot': {
      trap: 'Trailing data after the image is reported and does not survive a fit.',
    },
  }),
  ...section('facts/ingest', '§3 Sniffing, colour, alpha, animation', 2, {
    'f-ingest-jpeg-ls': {
      trap: 'JPEG-LS, which shares the JPEG magic, is refused by its SOF marker.',
    },
    'f-ingest-apng-is-png': { trap: 'An animated PNG is still a png, with its frame count.' },
    'f-ingest-svg-darkroom': {
      trap: 'SVG is never raster: it is refused here with "use the darkroom".',
    },
    'f-ingest-svg-named-png': { trap: 'SVG under a .png name never reaches a decoder.' },
    'f-ingest-exif-orient': { trap: 'All eight EXIF orientations come out upright.' },
    'f-ingest-srgb': {
      trap: 'P3, CMYK and 16-bit colour come out as 8-bit sRGB, profile dropped.',
    },
    'f-ingest-flatten-contrast': {
      trap: 'Transparency is flattened on white or dark, whichever keeps the ink readable.',
    },
    'f-ingest-gif-still': {
      trap: 'A GIF never passes through: a still and its frame count come out.',
    },
    'f-ingest-animation-reported': { trap: 'An animation is never taken for a still in silence.' },
  }),
  ...section('facts/ingest', '§4 Clipboard and drops', 2, {
    'f-ingest-clipboard-sniffed': {
      trap: 'Text that xclip hands back under image/png is refused by its bytes.',
    },
    'f-ingest-clipboard-exact': {
      trap: 'Clipboard bytes arrive unchanged, never re-encoded on the way.',
    },
    'f-ingest-clipboard-uri-list': { trap: 'A copied file arrives through its path.' },
    'f-ingest-clipboard-bounded': { trap: 'Every clipboard call has a time and a byte limit.' },
    'f-ingest-clipboard-none': {
      trap: 'Without a clipboard tool the refusal names what to install.',
    },
    'f-ingest-clipboard-osc5522': {
      trap: 'Over SSH the clipboard is read by OSC 5522 where the terminal has it.',
      issue: 9,
    },
    'f-ingest-drop-forms': {
      trap: 'Raw, escaped, quoted, newline-joined and file: drops all parse.',
    },
    'f-ingest-drop-osc1337': { trap: 'A drop by OSC 1337 File= with a base64 name parses.' },
    'f-ingest-drop-percent-utf8': { trap: 'Percent escapes decode as UTF-8, not as Latin-1.' },
    'f-ingest-drop-unicode': {
      trap: 'UTF-8 names, NFC and NFD, U+202F and curly quotes are found.',
    },
    'f-ingest-drop-all-or-nothing': { trap: 'Text that is not wholly existing files stays text.' },
    'f-ingest-drop-control-bytes': { trap: 'A drop with control bytes is refused.' },
    'f-ingest-drop-file-host': { trap: 'A file: URL of another host is refused.' },
  }),
] as const;
