// A full disk is no bug of ours, wherever it is noticed: the words are the same everywhere, and say what helps.

export const fullDisk =
  'The disk is full. Nothing that was stored is lost: free some space where the data folder is (percept gc collects what no session uses), and try again.';

const sqliteFull = 13;

export function isFullDisk(error: unknown): boolean {
  for (
    let found: unknown = error;
    typeof found === 'object' && found !== null;
    found = Reflect.get(found, 'cause')
  ) {
    const code: unknown = Reflect.get(found, 'code');
    const result: unknown = Reflect.get(found, 'errcode');
    if (code === 'ENOSPC' || code === 'EDQUOT') return true;
    if (typeof result === 'number' && (result & 0xff) === sqliteFull) return true;
  }
  return false;
}
