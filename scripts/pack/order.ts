// Packages in the order in which they can be published: whatever a package needs is there before it, so that nobody who installs
// in the middle of a release finds a hole.

/** The names of `needs` so that each follows what it needs; what is not among them comes from elsewhere. */
export function dependencyOrder(needs: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const placed = new Set<string>();
  const above = new Set<string>();
  const place = (name: string): void => {
    const needed = needs.get(name);
    if (needed === undefined || placed.has(name)) return;
    if (above.has(name)) throw new Error(`${[...above, name].join(' → ')} is a circle`);
    above.add(name);
    for (const other of needed.toSorted()) place(other);
    above.delete(name);
    placed.add(name);
  };
  for (const name of [...needs.keys()].toSorted()) place(name);
  return [...placed];
}
