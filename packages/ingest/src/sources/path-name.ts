// A path is looked at as text before the system sees it: names that mean a device, a network share or a stream are
// refused here, because on Windows merely opening one has effects (a UNC path sends credentials). Pure, for any platform.
import { accept, refuse, type Outcome } from '@percept/core';
import { fileURLToPath } from 'node:url';
import { quoted } from './source.ts';

// PATH_MAX of Linux and macOS in bytes, and the longest path of Windows in characters.
const maxPosixBytes = 4096;
const maxWindowsChars = 32_767;

/** The path itself when its name may be opened on that platform. */
export function checkPathName(path: string, platform: NodeJS.Platform): Outcome<string> {
  if (path === '') return invalid('The path is empty.', 'Name a file.');
  if (path.includes('\0'))
    return invalid(`The path ${quoted(path)} holds a NUL byte.`, 'Remove it: no file has one.');
  const [length, maxLength] =
    platform === 'win32'
      ? [path.length, maxWindowsChars]
      : [Buffer.byteLength(path), maxPosixBytes];
  if (length > maxLength)
    return invalid(
      `The path is ${length} long, and at most ${maxLength} is possible.`,
      'Name a file, not its content.',
    );
  return platform === 'win32' ? checkWindowsName(path) : accept(path);
}

// learn.microsoft.com, "Naming Files, Paths, and Namespaces": reserved with any extension, in any folder, in any case;
// the superscript digits count as digits.
const deviceName =
  /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

function checkWindowsName(path: string): Outcome<string> {
  if (/^[\\/]{2}/.test(path))
    return forbidden(
      path,
      'is a network or device path',
      'Copy the file to a local drive and name it there.',
    );
  if (/^[\\/]\?\?/.test(path))
    return forbidden(path, 'is an object manager path', 'Name the file by its drive letter.');
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? '';
  const rest = path.slice(drive.length);
  if (drive !== '' && !/^[\\/]/.test(rest))
    return forbidden(path, 'is relative to a drive', `Write ${drive}\\ and the whole path.`);
  if (rest.includes(':'))
    return forbidden(path, 'names an alternate data stream', 'Name the file without ":".');
  for (const part of rest.split(/[\\/]/)) {
    const [stem = ''] = part.split('.', 1);
    if (deviceName.test(stem.trimEnd()))
      return forbidden(path, `holds the device name ${quoted(part)}`, 'Rename the file.');
    if (part !== '.' && part !== '..' && /[. ]$/.test(part))
      return forbidden(
        path,
        'has a part that ends in a dot or space, which Windows drops',
        'Rename the file.',
      );
  }
  return accept(path);
}

export function isFileUrl(text: string): boolean {
  return /^file:/i.test(text);
}

/** RFC 8089, strictly: this host only, nothing that decodes to a separator or NUL, valid UTF-8, no query or fragment. */
export function pathOfFileUrl(text: string, platform: NodeJS.Platform): Outcome<string> {
  // The URL parser would drop tabs and newlines silently and read backslashes as slashes.
  // oxlint-disable-next-line no-control-regex
  if (!/^file:\/[^\u0000-\u001f\\]*$/i.test(text) || !URL.canParse(text))
    return invalid(`${quoted(text)} is not a file URL.`, 'It is file:/// and the absolute path.');
  const url = new URL(text);
  if (url.hostname !== '')
    return refuse({
      refused: 'forbidden',
      message: `The file URL names the host ${quoted(url.hostname)}, and only local files are opened.`,
      hint: 'Use file:/// and a path on this machine.',
    });
  if (text.includes('?') || text.includes('#'))
    return invalid(
      `The file URL ${quoted(text)} has a query or a fragment.`,
      'Write ? as %3F and # as %23 when they belong to the name.',
    );
  if (/%(?:00|2f|5c)/i.test(url.pathname) && !allowsEncoded(url.pathname, platform))
    return invalid(
      `The file URL ${quoted(text)} hides a separator or NUL behind a percent sign.`,
      'Write separators as plain slashes.',
    );
  try {
    return checkPathName(fileURLToPath(url, { windows: platform === 'win32' }), platform);
  } catch {
    return invalid(
      `The file URL ${quoted(text)} does not decode to a path.`,
      'Percent-encode its name as UTF-8, and give an absolute path.',
    );
  }
}

/** A backslash is an ordinary character of a name everywhere but on Windows. */
function allowsEncoded(pathname: string, platform: NodeJS.Platform): boolean {
  return platform !== 'win32' && !/%(?:00|2f)/i.test(pathname);
}

function invalid(message: string, hint: string): Outcome<never> {
  return refuse({ refused: 'invalid-input', message, hint });
}

function forbidden(path: string, why: string, hint: string): Outcome<never> {
  return refuse({ refused: 'forbidden', message: `${quoted(path)} ${why}.`, hint });
}
