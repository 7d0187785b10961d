// What somebody can want of Percept, and how heavy it may be with everything that npm installs for it.

export const parts = [
  { part: 'core', name: '@percept/core', maxMegabytes: 1 },
  { part: 'door', name: '@percept/ingest', maxMegabytes: 45 },
  { part: 'element', name: '@percept/web', maxMegabytes: 5 },
  { part: 'everything', name: 'percept', maxMegabytes: 150 },
] as const;
