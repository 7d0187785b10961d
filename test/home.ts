// What a test's own `percept` process is given of this machine: a home of its own, and where compiled code lies. That one is
// shared by all tests, as all starts of one user share it; compiled anew in every home it was a third of the time of the suite.

export interface Home {
  readonly PATH: string;
  readonly HOME: string;
  readonly XDG_CACHE_HOME: string;
}

export function ownHome(folder: string): Home {
  const { PATH = '', XDG_CACHE_HOME = '' } = process.env;
  return { PATH, HOME: folder, XDG_CACHE_HOME };
}
